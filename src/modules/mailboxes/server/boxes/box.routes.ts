import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { mailAccount, mailAccountReset, mailAccountVerify, mailDiscover, mailStatistics } from '../../common/boxes/account.contract.ts';
import { mailAuth, mailAuthCheck, mailAuthExtend } from '../../common/boxes/auth.contract.ts';
import type { ProbeReply } from '../../common/boxes/probe.ts';
import { mailServerTest } from '../../common/boxes/server.contract.ts';
import { probeServer } from '../engine/probe.ts';
import { accountInRange } from './account-range.ts';
import { mailAccounts } from './accounts.ts';
import { mailAuths } from './auths.ts';
import { checkAccess } from './check.ts';
import { discoverJob } from './discover.job.ts';
import { withCodes } from './issues.ts';
import { keepBox, keepHealth, serverPlaces } from './look.ts';
import { signInFacts, signInOf } from './login.ts';
import { noteFor } from './notices.ts';

/** A box in range; 10404 or 10910 where there is none. */
async function boxInRange({ db, caller }: Call, id: string): Promise<{ address: string; serverId: string; holder: string | null }> {
  const range = caller.scope();
  const { rows } = await sql<{
    address: string;
    serverId: string;
    holder: string | null;
  }>`select t.address, t.server_id::text as "serverId",
      coalesce(t.employee_id, t.owner_id)::text as holder from mail_account t where t.id = ${id}::uuid and ${accountInRange(range)}`.execute(
    db,
  );
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

async function testServer(call: Call, { id, accountId }: { id: string; accountId?: string | undefined }): Promise<ProbeReply> {
  const { db, services, caller } = call;
  const server = await serverPlaces(db, id);
  const box = accountId === undefined ? undefined : await boxInRange(call, accountId);
  const signIn = accountId === undefined ? null : await signInFor(call, accountId);
  if (box && box.serverId !== id) throw notFound();
  const found = await probeServer(services, server, signIn);
  return call.write(async (tx) => {
    await keepHealth(services, tx, server, found);
    caller.touch({ kind: 'mailServer', id, name: server.name });
    if (accountId !== undefined && box) {
      await keepBox(tx, accountId, found, services.now());
      caller.touch({ kind: 'mailAccount', id: accountId, name: box.address });
      if (box.holder !== null) await noteFor(tx, [{ employeeId: box.holder, accountId, kind: 'verified', facts: { by: caller.name } }]);
    }
    return found;
  });
}

/** Who signs in to a box; 10412 where nobody typed its password yet. */
async function signInFor({ db, services, caller }: Call, id: string): Promise<{ user: string; password: string }> {
  const facts = await signInFacts(db, id);
  const signIn = facts && (await signInOf(services, db, facts));
  if (!signIn) throw new Refusal(code.wrongState, { state: services.texts.text(caller.language, 'mailboxes', 'state.noPassword') });
  return signIn;
}

async function verifyAccount(call: Call, id: string): Promise<ProbeReply> {
  const { serverId } = await boxInRange(call, id);
  return testServer(call, { id: serverId, accountId: id });
}

async function figures({ db, caller, services }: Call): Promise<Reply<typeof mailStatistics>> {
  const range = caller.scope();
  const now = services.now();
  const { rows } = await sql<{ servers: number; reachable: number; accounts: number; failing: number; full: number; ending: number }>`select
      (select count(*)::int from mail_server where enabled) as servers,
      (select count(*)::int from mail_server where enabled and (health ->> 'ok')::boolean) as reachable,
      b.accounts, b.failing, b.full, (select count(*)::int from mail_auth g join mail_account t on t.id = g.account_id
        where g.expires_at > ${now} and g.expires_at <= ${now + 14 * 86_400_000} and ${accountInRange(range)}) as ending
    from (select count(*)::int as accounts, count(*) filter (where t.state = 'failing' and t.enabled)::int as failing,
        count(*) filter (where t.quota_limit > 0 and t.quota_used * 10 > t.quota_limit * 9)::int as full
      from mail_account t where ${accountInRange(range)}) as b`.execute(db);
  const { servers, reachable, ...counted } = rows[0]!;
  return { servers: { all: servers, reachable }, ...counted };
}

const resetAll = (call: Call, { ids, reason }: { ids: readonly string[]; reason?: string | undefined }) =>
  call.write(async (tx) => {
    await changeObjects(
      tx,
      call.caller,
      mailAccounts.kind,
      ids.map((id) => ({ id, version: null, fields: { secret: null } })),
      { reason: reason ?? null },
    );
    // Also where no password is kept: what is open ends, and terminals ask for it again.
    const { rows } = await sql<{ id: string; name: string }>`update mail_account set epoch = epoch + 1, failures = 0,
        state = case when state = 'closed' then state else 'new' end
      where id = any(${[...ids]}::uuid[]) returning id::text as id, address as name`.execute(tx);
    const touched = new Set(call.caller.touched.map(({ id }) => id));
    for (const one of rows) if (!touched.has(one.id)) call.caller.touch({ kind: 'mailAccount', ...one });
    return { count: ids.length };
  });

/** Calls of boxes; a code of the module takes the place of bad input where one box or grant is written. */
export const accountRoutes: Readonly<Record<string, BoundRoute>> = {
  ...mailAccounts.routes,
  add: handle(mailAccount.add, (call, input) => withCodes(() => call.write((tx) => mailAccounts.add(tx, call, input)))),
  update: handle(mailAccount.update, (call, input) =>
    withCodes(() =>
      call.write(async (tx) => {
        await mailAccounts.update(tx, call, input);
        return mailAccounts.one({ ...call, db: tx }, input.id);
      }),
    ),
  ),
};

/** Calls of grants. */
export const authRoutes: Readonly<Record<string, BoundRoute>> = {
  ...mailAuths.routes,
  add: handle(mailAuth.add, (call, input) => withCodes(() => call.write((tx) => mailAuths.add(tx, call, input)))),
  update: handle(mailAuth.update, (call, input) =>
    withCodes(() =>
      call.write(async (tx) => {
        await mailAuths.update(tx, call, input);
        return mailAuths.one({ ...call, db: tx }, input.id);
      }),
    ),
  ),
};

/** Calls beside those of the declared entities. */
export const boxRoutes: readonly BoundRoute[] = [
  handle(mailServerTest, testServer),
  handle(mailAccountVerify, (call, { id }) => verifyAccount(call, id)),
  handle(mailAccountReset, resetAll),
  handle(mailStatistics, (call) => figures(call)),
  handle(mailDiscover, (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, discoverJob, input) }));
  }),
  handle(mailAuthExtend, (call, { ids, until, reason }) =>
    withCodes(() =>
      call.write(async (tx) => {
        await changeObjects(
          tx,
          call.caller,
          mailAuths.kind,
          ids.map((id) => ({ id, version: null, fields: { until } })),
          { reason: reason ?? null },
        );
        return { count: ids.length };
      }),
    ),
  ),
  handle(mailAuthCheck, checkAccess),
];
