import { sql } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { account } from '../common/account.contract.ts';
import { keptFor, turned, type AccountTurn } from './account-hooks.ts';
import { noteInAccounts } from './account-log.ts';
import { fanCounts } from './fans.ts';
import { standardLogos } from './logos/logo-pictures.ts';
import { accountInReach } from './reach.ts';

/** Accounts of the whole company. */
const most = 2000;

/** Settings of an account are written by who has its department in range; who only works for it sees it. */
async function outside(tx: Tx, range: Range, operations: readonly Operation<{ ownerDeptId: string }>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<{ id: string; dept: string }>`select id, owner_dept_id as dept from sno
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const now = new Map(rows.map((row) => [row.id, row.dept]));
  const named = operations.map(({ id, before, after }) =>
    [now.get(id), before?.ownerDeptId, after?.ownerDeptId].filter((one) => one !== undefined && one !== null),
  );
  const known = await directory.departments(tx, named.flat());
  const isInside = (id: string): boolean => pathInRange(range, known.get(id)?.path ?? '');
  return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every(isInside) ? [] : [index])));
}

async function assertRoom(tx: Tx, added: number): Promise<void> {
  if (added === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sno`.execute(tx);
  if (rows[0]!.n + added > most)
    throw new InvalidInput([{ path: 'name', namespace: 'public-accounts', key: 'issue.tooMany', params: { n: most } }]);
}

/** Whether the audience of an account holds somebody who may leave it. */
async function someMayLeave(tx: Tx, snoId: string): Promise<boolean> {
  const { rows } = await sql`select from sno_audience where sno_id = ${snoId}::uuid and mode <> 'forced' limit 1`.execute(tx);
  return rows.length > 0;
}

/** What an operation does to an account as a whole. */
function turnOf({ action, after }: Pick<Operation<{ enabled: boolean }>, 'action' | 'after'>): AccountTurn | 'add' | 'update' {
  if (action === 'create') return 'add';
  if (action === 'delete' || action === 'restore') return action;
  return after?.enabled === undefined ? 'update' : after.enabled ? 'enable' : 'disable';
}

/** Erases what an account kept that does not come back any more. */
async function purge(tx: Tx, ids: readonly string[]): Promise<void> {
  const gone = ids.map(String);
  await turned(tx, 'purge', gone);
  for (const table of ['sno_logo_role', 'sno_logo', 'sno_member', 'sno_audience', 'sno_fan'])
    await sql`delete from ${sql.table(table)} where sno_id = any(${gone}::uuid[])`.execute(tx);
}

/** Public accounts on the server. */
export const accounts = crudServer(account, {
  table: 'sno',
  directory,
  range: { visible: (range) => accountInReach(range, 't.id'), outside },
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    await assertRoom(tx, operations.filter(({ action }) => action === 'create').length);
    for (const [index, { action, id, after }] of operations.entries()) {
      if (after?.allowUnfollow === false && (await someMayLeave(tx, id)))
        issues.set(index, [{ path: 'allowUnfollow', namespace: 'public-accounts', key: 'issue.someMayLeave' }]);
      if (action === 'delete') {
        const { rows } = await sql`select from sno where id = ${id}::uuid and enabled`.execute(tx);
        if (rows.length > 0) throw new Refusal(15002);
      }
      if (action === 'change' && after?.enabled === true) {
        const { rows } = await sql`select from sno_member m join (${directory.activeEmployees()}) as active on active.id = m.employee_id
          where m.sno_id = ${id}::uuid and m.role = 'manager'`.execute(tx);
        if (rows.length === 0) throw new Refusal(15001);
      }
    }
    return issues;
  },
  impact: async (tx, _caller, operations) => {
    const ids = operations.flatMap(({ action, id, after }) => (action === 'delete' || after?.enabled === false ? [id] : []));
    const fans = [...(await fanCounts(tx, ids)).values()].reduce((sum, n) => sum + n, 0);
    return { ...(await keptFor(tx, ids)), people: fans };
  },
  written: async (tx, caller, operations) => {
    for (const [turn, ids] of Map.groupBy(operations, turnOf)) {
      const snoIds = ids.map(({ id }) => id);
      if (turn !== 'add' && turn !== 'update') await turned(tx, turn, snoIds);
      const by = { id: caller.uid, name: caller.name };
      await noteInAccounts(
        tx,
        snoIds.map((snoId) => ({ snoId, tab: 'operation', kind: `sno.${turn}`, by, result: 'done' })),
      );
    }
  },
  where: (_means, { managerId, noManager }) => [
    ...(managerId === undefined
      ? []
      : [
          sql<boolean>`exists (select from sno_member m where m.sno_id = t.id and m.role = 'manager' and m.employee_id = ${managerId}::uuid)`,
        ]),
    ...(noManager === true
      ? [
          sql<boolean>`not exists (select from sno_member m join (${directory.activeEmployees()}) as active on active.id = m.employee_id
          where m.sno_id = t.id and m.role = 'manager')`,
        ]
      : []),
  ],
  rows: async ({ db }, objects) => {
    const ids = objects.map(({ id }) => id);
    const { rows } = await sql<{ id: string; n: number }>`select sno_id as id, count(*)::int as n from sno_member
      join (${directory.activeEmployees()}) as active on active.id = sno_member.employee_id
      where role = 'manager' and sno_id = any(${ids}::uuid[]) group by sno_id`.execute(db);
    const managers = new Map(rows.map((row) => [row.id, row.n]));
    const fans = await fanCounts(db, ids);
    const { rows: counted } = await sql<{ id: string; n: number }>`select sno_id as id, count(*)::int as n from sno_audience
      where sno_id = any(${ids}::uuid[]) group by sno_id`.execute(db);
    const audience = new Map(counted.map((row) => [row.id, row.n]));
    const logos = await standardLogos(db, ids);
    return ids.map((id) => ({
      managers: managers.get(id) ?? 0,
      fans: fans.get(id) ?? 0,
      audience: audience.get(id) ?? 0,
      logo: logos.get(id) ?? null,
    }));
  },
});

/** Accounts in the change engine; what one kept is erased once it can't come back. */
export const accountKind: Kind = { ...(accounts.kind as Kind), purge };
