import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { mailAuth } from '../../common/boxes/auth.contract.ts';
import type { BoxKind } from '../../common/boxes/words.ts';
import { accountInRange } from './account-range.ts';
import { authInRange, authIssues, authsOutside, grantsBy, ownGrants, type AuthFields } from './auth-rules.ts';
import { endsWithin } from './ending.ts';
import { issuesBy } from './issues.ts';
import { memberNames, memberOf } from './named.ts';
import { noteFor, type NoticeDraft } from './notices.ts';
import './tables.ts';

const dayMillis = 86_400_000;

/** State of a grant by the clock. */
export const stateOf = ({ from, until }: Pick<AuthFields, 'from' | 'until'>, now: number): 'planned' | 'on' | 'ended' => {
  if (until !== null && until <= now) return 'ended';
  return from !== null && from > now ? 'planned' : 'on';
};

/** The owner of a box hears of every grant on it, of each change of one, and of its end by hand. */
async function tellOwners(tx: Tx, caller: Caller, operations: readonly Operation<AuthFields>[]): Promise<void> {
  const known = await grantsBy(
    tx,
    operations.map(({ id }) => id),
  );
  const gone = operations.filter(({ action }) => action === 'delete');
  const holders = await holdersOf(
    tx,
    gone.flatMap(({ before }) => before?.accountId ?? []),
  );
  const drafts = operations.flatMap(({ id, action, before, after }): NoticeDraft[] => {
    const now = { ...before, ...known.get(id), ...after };
    const accountId = now.accountId;
    const holder = known.get(id)?.holder ?? (accountId === undefined ? undefined : holders.get(accountId));
    if (!holder || accountId === undefined) return [];
    const { kind, id: memberId } = memberOf(now);
    const told = action === 'delete' ? 'removed' : action === 'change' ? 'changed' : 'granted';
    return [
      {
        employeeId: holder,
        accountId,
        kind: told,
        facts: { memberKind: kind, memberId, by: caller.name, until: now.until ?? null, rights: (now.rights ?? []).join(' ') },
      },
    ];
  });
  await noteFor(tx, drafts);
  // What is known to have been seen was the grant as it was.
  const changed = operations.filter(({ action }) => action === 'change').map(({ id }) => id);
  if (changed.length > 0) await sql`update mail_auth set seen_at = null where id = any(${changed}::uuid[])`.execute(tx);
}

async function holdersOf(tx: Tx, accountIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; holder: string | null }>`select id::text as id, coalesce(employee_id, owner_id)::text as holder
    from mail_account where id = any(${[...accountIds]}::uuid[])`.execute(tx);
  return new Map(rows.flatMap(({ id, holder }) => (holder === null ? [] : [[id, holder]])));
}

/** SQL condition: the box of the grant `t` is closed, which ends whatever was granted on it. */
const closed = sql<boolean>`exists (select from mail_account c where c.id = t.account_id and c.state = 'closed')`;

/** What is shown of grants beside their fields, by id. */
async function notedOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    kind: BoxKind;
    closed: boolean;
    address: string;
    by: string | null;
    used: number | null;
    seen: number | null;
  }>`
    select m.id::text as id, a.kind, a.state = 'closed' as closed, a.address, m.created_by as by, m.last_used_at as used, m.seen_at as seen
    from mail_auth m join mail_account a on a.id = m.account_id where m.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who may open whose box, on the server. Opening asks the clock: what has ended opens nothing. */
export const mailAuths = crudServer(mailAuth, {
  table: 'mail_auth',
  directory,
  called: sql<string>`(select a.address from mail_account a where a.id = t.account_id)`,
  tidy: (entered) => ({ ...entered, ...(entered.folders?.length === 0 && { folders: null }) }),
  importBy: ['accountId', 'employeeId', 'crowdId'],
  finds: {
    mailAccount: async ({ db, caller }, cell) =>
      (
        await sql<{ id: string }>`select t.id::text as id from mail_account t where lower(t.address) = lower(${cell})
          and ${accountInRange(caller.scope())}`.execute(db)
      ).rows[0]?.id,
  },
  range: { visible: authInRange, outside: authsOutside },
  check: async (tx, _caller, operations) => issuesBy(await authIssues(tx, operations)),
  impact: async (tx, caller, operations): Promise<Record<string, number>> => {
    const ownBenefit = await ownGrants(tx, caller, operations);
    return ownBenefit > 0 ? { ownBenefit } : {};
  },
  written: (tx, caller, operations) => tellOwners(tx, caller, operations),
  where: ({ services }, { memberKind, empId, right, endingDays, givenBy, unusedDays, state }) => {
    const now = services.now();
    const byState = {
      planned: sql<boolean>`(t.starts_at > ${now} and (t.expires_at is null or t.expires_at > ${now}))`,
      on: sql<boolean>`((t.starts_at is null or t.starts_at <= ${now}) and (t.expires_at is null or t.expires_at > ${now}) and not ${closed})`,
      ended: sql<boolean>`(coalesce(t.expires_at <= ${now}, false) or ${closed})`,
    };
    return [
      ...(memberKind === undefined ? [] : [sql<boolean>`${sql.ref(`t.${memberKind}_id`)} is not null`]),
      ...(empId === undefined ? [] : [sql<boolean>`(t.employee_id = ${empId}::uuid or t.crowd_id in (${directory.crowdsOf(empId)}))`]),
      ...(right === undefined ? [] : [sql<boolean>`t.rights ? ${right}`]),
      ...(endingDays === undefined ? [] : [endsWithin(endingDays, now)]),
      ...(givenBy === undefined ? [] : [sql<boolean>`t.created_by = ${givenBy}`]),
      ...(unusedDays === undefined ? [] : [sql<boolean>`coalesce(t.last_used_at, t.created_at) < ${now - unusedDays * dayMillis}`]),
      ...(state === undefined ? [] : [byState[state]]),
    ];
  },
  rows: async (means, objects) => {
    const { db, caller, services } = means;
    const noted = await notedOf(
      db,
      objects.map(({ id }) => id),
    );
    const named = await memberNames(db, caller, objects);
    const givers = await namesOf(
      means,
      [...noted.values()].map(({ by }) => by),
    );
    return objects.map((object) => {
      const { kind, id } = memberOf(object);
      const found = noted.get(object.id)!;
      return {
        memberKind: kind === 'crowd' ? ('crowd' as const) : ('employee' as const),
        memberName: named(kind, id).name,
        boxKind: found.kind,
        address: found.address,
        state: found.closed ? ('ended' as const) : stateOf(object, services.now()),
        grantedBy: givers(found.by),
        lastUsedAt: found.used,
        seenByOwnerAt: found.seen,
      };
    });
  },
});
