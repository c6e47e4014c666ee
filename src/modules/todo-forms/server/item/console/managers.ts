import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import type * as contract from '../../../common/item/manager.contract.ts';
import type { ManagerRight } from '../../../common/item/words.ts';
import { managerPage } from '../../../common/permissions.ts';
import { systemInReach } from '../../template/reach.ts';
import type { Means } from './items.ts';

/** SQL condition: the system in this column has its department in the range; who looks after it is not named by its managers. */
const systemOwned = (range: ReturnType<Caller['scope']>, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from todo_system as own where own.id = ${sql.ref(column)} and ${directory.departmentInRange(range, 'own.owner_dept_id')})`;

const { unranged: _unranged, ...base } = tableKind({
  kind: 'todoManager',
  module: 'todo-forms',
  codes: { read: managerPage.code, revert: managerPage.button.assign },
  table: 'todo_manager',
  name: 'employeeId',
  fields: {
    systemId: { column: 'system_id', internal: true },
    employeeId: { column: 'employee_id', refers: 'employee' },
    rights: { column: 'rights' },
  },
  unique: { todo_manager_pair: 'employeeId' },
});

/** Who looks after systems, in the change engine: written by who has the department of the system in range. */
export const managerKind: Kind = {
  ...base,
  outside: async (tx: Tx, range, operations: readonly Operation[]) => {
    if (range.all) return new Set();
    const { rows } = await sql<{ id: string; system: string }>`select id, system_id as system from todo_manager
      where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
    const now = new Map(rows.map((row) => [row.id, row.system]));
    const named = operations.map(({ id, before, after }) =>
      [now.get(id), before?.['systemId'], after?.['systemId']].filter((one) => typeof one === 'string'),
    );
    const { rows: owned } = await sql<{ id: string }>`select t.id from todo_system t where t.id = any(${named.flat()}::uuid[])
      and ${systemOwned(range, 't.id')}`.execute(tx);
    const inside = new Set(owned.map(({ id }) => id));
    return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
  },
};

interface Stored {
  id: string;
  systemId: string;
  systemName: LocalDraft;
  employeeId: string;
  rights: ManagerRight[];
  since: number;
}

/** A page of managers. */
export async function listManagers(
  { db, caller, services }: Means,
  { pageNum, pageSize, sort = '-since', systemId, right, text }: Parsed<typeof contract.managerList>,
): Promise<Reply<typeof contract.managerList>> {
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [systemInReach(range, 'm.system_id')];
  if (systemId !== undefined) where.push(sql<boolean>`m.system_id = ${systemId}::uuid`);
  if (right !== undefined) where.push(sql<boolean>`m.rights ? ${right}`);
  // Who is looked for by name must be seen by name.
  if (text) where.push(sql<boolean>`e.name ilike ${containing(text)} and ${directory.employeeInRange(range, 'e.id')}`);
  const page = {
    columns: sql`m.id, m.system_id as "systemId", s.name as "systemName", m.employee_id as "employeeId", m.rights, m.created_at as since`,
    from: sql`todo_manager m join todo_system s on s.id = m.system_id left join employee e on e.id = m.employee_id`,
    where,
    order: orderOf(sort, { since: sql`m.created_at`, name: sql`e.name` }, sql`m.id`),
  };
  const { list, ...counted } = await readPage<Stored>(db, page, { pageNum, pageSize });
  const people = await services.directory.people(
    db,
    list.map(({ employeeId }) => employeeId),
    caller.language,
    range,
  );
  return {
    list: list.map(({ systemName, ...row }) => {
      const person = people.get(row.employeeId);
      return {
        ...row,
        since: Number(row.since),
        systemName: pick(systemName, caller.language),
        name: person?.name ?? '',
        account: person?.account ?? '',
        departmentName: person?.departmentName ?? '',
      };
    }),
    ...counted,
  };
}

async function assertOwned(tx: Tx, caller: Caller, systemId: string): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql`select from todo_system t where t.id = ${systemId}::uuid and ${systemOwned(range, 't.id')}`.execute(tx);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
}

async function assertPeople(tx: Tx, caller: Caller, uids: readonly string[]): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql<{
    active: boolean;
  }>`select exists (select from (${directory.activeEmployees()}) as active where active.id = e.id) as active
    from employee e where e.id = any(${[...uids]}::uuid[]) and ${directory.employeeInRange(range, 'e.id')}`.execute(tx);
  const bad = (): InvalidInput => new InvalidInput([{ path: 'empIds', namespace: 'kit', key: 'issue.noPerson' }]);
  if (rows.length < uids.length) throw range.all ? bad() : outOfRange();
  if (rows.some(({ active }) => !active)) throw bad();
}

/** Lets people look after a system; answers how many got other rights than before. */
export const assignManagers = (
  call: Call,
  { systemId, empIds, rights }: Parsed<typeof contract.managerAssign>,
): Promise<{ count: number }> =>
  call.write(async (tx) => {
    const { caller } = call;
    await assertOwned(tx, caller, systemId);
    await assertPeople(tx, caller, empIds);
    const { rows } = await sql<{ id: string; uid: string }>`select id, employee_id as uid from todo_manager
      where system_id = ${systemId}::uuid and employee_id = any(${empIds}::uuid[])`.execute(tx);
    const known = new Map(rows.map(({ id, uid }) => [uid, id]));
    const fresh = empIds.filter((uid) => !known.has(uid));
    if (fresh.length > 0)
      await createObjects(
        tx,
        caller,
        managerKind,
        fresh.map((employeeId) => ({ name: employeeId, path: null, fields: { systemId, employeeId, rights } })),
      );
    if (known.size > 0)
      await changeObjects(
        tx,
        caller,
        managerKind,
        [...known.values()].map((id) => ({ id, version: null, fields: { rights } })),
      );
    return { count: empIds.length };
  });

/** Takes managers from systems. */
export const removeManagers = (call: Call, { ids }: Parsed<typeof contract.managerRemove>): Promise<{ count: number }> =>
  call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, managerKind, [...new Set(ids)]) }));
