import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { account, accountImpact } from '../common/account.contract.ts';
import { accounts } from './accounts.ts';
import { keptFor } from './account-hooks.ts';
import { fanCounts } from './fans.ts';
import { addManagers } from './members/members.ts';
import { assertManaged } from './members/member.kind.ts';
import { assertSees } from './reach.ts';

/** The maker of an account, as its manager: only somebody who is a person of the company. */
async function maker(tx: Tx, { caller }: Call): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from (${directory.activeEmployees()}) as active where id = ${caller.uid}::uuid`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Names the managers of a new account, which has one from its first moment on (15001). */
async function name(tx: Tx, call: Call, request: { snoId: string; uids: readonly string[] }): Promise<void> {
  if (request.uids.length === 0) throw new Refusal(15001);
  await addManagers(tx, call.caller, { snoId: request.snoId, uids: [...new Set(request.uids)] });
  await assertManaged(tx, request.snoId);
}

/** Managers of an account who are here and whom the caller may name. */
async function managersOf(tx: Tx, { caller }: Call, snoId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select m.employee_id as id from sno_member m
    join (${directory.activeEmployees()}) as active on active.id = m.employee_id
    where m.sno_id = ${snoId}::uuid and m.role = 'manager' and ${directory.employeeInRange(caller.scope(), 'm.employee_id')}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adding and copying, which name managers; everything else is the kit's. */
export const accountRoutes: typeof accounts.routes = {
  ...accounts.routes,
  add: handle(account.add, (call, { managerIds, ...draft }) =>
    call.write(async (tx) => {
      const added = await accounts.add(tx, call, draft);
      await name(tx, call, { snoId: added.id, uids: managerIds ?? (await maker(tx, call)) });
      return added;
    }),
  ),
  copy: handle(account.copy, (call, input) =>
    call.write(async (tx) => {
      const within: Call = { ...call, db: tx, write: (work) => work(tx) };
      const copied = (await accounts.routes.copy.handler(within, input)) as { id: string };
      const managers = await managersOf(tx, call, input.id);
      await name(tx, call, { snoId: copied.id, uids: managers.length > 0 ? managers : await maker(tx, call) });
      return copied;
    }),
  ),
};

/** What is affected when an account is disabled or deleted. */
export const impactRoutes: readonly BoundRoute[] = [
  handle(accountImpact, async ({ db, caller }, { id }) => {
    await assertSees(db, caller.scope(), id);
    const { rows } = await sql<{ managers: number; editors: number; audience: number }>`select
      (select count(*)::int from sno_member m where m.sno_id = ${id}::uuid and m.role = 'manager') as managers,
      (select count(*)::int from sno_member m where m.sno_id = ${id}::uuid and m.role = 'editor') as editors,
      (select count(*)::int from sno_audience a where a.sno_id = ${id}::uuid) as audience`.execute(db);
    return { fans: (await fanCounts(db, [id])).get(id) ?? 0, ...rows[0]!, more: await keptFor(db, [id]) };
  }),
];
