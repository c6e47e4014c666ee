import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import {
  editorAdd,
  editorList,
  editorRemove,
  editorUpdate,
  managerAdd,
  managerList,
  managerRemove,
  managerTransfer,
} from '../../common/member.contract.ts';
import type { EditorRight } from '../../common/words.ts';
import { assertSees, assertWorks } from '../reach.ts';
import { addEditors, addManagers, changeEditors, removeMembers, transferManager } from './members.ts';

interface StoredRow {
  id: string;
  rights: EditorRight[];
  since: number;
  by: string | null;
  active: boolean;
  lastActiveAt: number | null;
}

/** Who works for an account in a role. Their names are told to who sees the account: it is known by who stands for it. */
async function list(
  call: Call,
  role: 'manager' | 'editor',
  input: Parsed<typeof managerList> & { right?: EditorRight | undefined },
): Promise<Reply<typeof managerList>> {
  const { caller, db } = call;
  const range = caller.scope();
  await assertSees(db, range, input.snoId);
  const where: RawBuilder<boolean>[] = [
    sql`m.sno_id = ${input.snoId}::uuid`,
    sql`m.role = ${role}`,
    ...(input.right === undefined ? [] : [sql<boolean>`m.rights ? ${input.right}`]),
    // Who is looked for by name must be seen by name.
    ...(input.text
      ? [
          sql<boolean>`(e.name ilike ${containing(input.text)} or e.account ilike ${containing(input.text)}) and ${directory.employeeInRange(range, 'e.id')}`,
        ]
      : []),
    ...(input.deptId === undefined
      ? []
      : [sql<boolean>`m.employee_id in (${directory.employeesUnder([input.deptId])}) and ${directory.employeeInRange(range, 'e.id')}`]),
  ];
  const source = {
    columns: sql`m.employee_id as id, m.rights, m.created_at as since, m.created_by as by,
      exists (select from (${directory.activeEmployees()}) as active where active.id = m.employee_id) as active,
      (select max(l.at) from sno_log l where l.sno_id = m.sno_id and l.by_id = m.employee_id::text) as "lastActiveAt"`,
    from: sql`sno_member m left join employee e on e.id = m.employee_id`,
    where,
    order: orderOf(input.sort ?? 'since', { since: sql`m.created_at`, name: sql`e.name` }, sql`m.id`),
  };
  const { list: rows, ...counted } = await readPage<StoredRow>(db, source, input);
  const ids = rows.flatMap(({ id, by }) => [id, ...(by === null ? [] : [by])]);
  const people = await directory.people(db, ids, caller.language, range);
  return {
    list: rows.map(({ by, ...row }) => {
      const person = people.get(row.id);
      return {
        ...row,
        name: person?.name ?? outsideWord(caller.language),
        account: person?.account ?? '',
        departmentName: person?.departmentName ?? '',
        by: by === null ? '' : (people.get(by)?.name ?? ''),
      };
    }),
    ...counted,
  };
}

/** Does something for an account whose settings the caller may change. */
async function managing(call: Call, snoId: string, work: (tx: Tx) => Promise<number>): Promise<{ count: number }> {
  await assertWorks(call.db, call.caller.scope(), snoId, 'manage');
  return call.write(async (tx) => {
    const { rows } = await sql<{ name: string }>`select name ->> 'zh_CN' as name from sno where id = ${snoId}::uuid for update`.execute(tx);
    call.caller.touch({ kind: 'sno', id: snoId, name: rows[0]?.name ?? '' });
    return { count: await work(tx) };
  });
}

/** Managers and editors of accounts. */
export const memberRoutes: readonly BoundRoute[] = [
  handle(managerList, (call, input) => list(call, 'manager', input)),
  handle(managerAdd, (call, { snoId, empIds }) => managing(call, snoId, (tx) => addManagers(tx, call.caller, { snoId, uids: empIds }))),
  handle(managerRemove, (call, { snoId, empIds }) =>
    managing(call, snoId, (tx) => removeMembers(tx, call.caller, { snoId, uids: empIds, role: 'manager' })),
  ),
  handle(managerTransfer, (call, input) => managing(call, input.snoId, (tx) => transferManager(tx, call.caller, input))),
  handle(editorList, (call, input) => list(call, 'editor', input)),
  handle(editorAdd, (call, { snoId, empIds, rights }) =>
    managing(call, snoId, (tx) => addEditors(tx, call.caller, { snoId, uids: empIds, rights })),
  ),
  handle(editorUpdate, (call, { snoId, empIds, rights }) =>
    managing(call, snoId, (tx) => changeEditors(tx, call.caller, { snoId, uids: empIds, rights })),
  ),
  handle(editorRemove, (call, { snoId, empIds }) =>
    managing(call, snoId, (tx) => removeMembers(tx, call.caller, { snoId, uids: empIds, role: 'editor' })),
  ),
];
