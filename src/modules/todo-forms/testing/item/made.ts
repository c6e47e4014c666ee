import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { pushItems } from '../../server/item/push/add.ts';
import { sealAnswer } from '../../server/item/sealed.ts';
import { todoSystem } from '../../server/item/system.ts';
import { makeSystem } from './make-system.ts';

/** A business system with one item, a failed answer, a comparison and a manager. */
export interface MadeTodos {
  readonly systemId: string;
  readonly itemId: string;
  readonly answerId: string;
  readonly differenceId: string;
  readonly managerId: string;
}

let made = 0;

/** Makes a system of a department with what the page of to-dos shows, all of it for one person. */
export async function makeTodos(
  services: CoreServices,
  {
    departmentId,
    employeeId,
    others = [],
  }: { readonly departmentId: string; readonly employeeId: string; readonly others?: readonly string[] },
): Promise<MadeTodos> {
  const { db } = services.database;
  const code = `made-${(made += 1)}`;
  const { id: systemId } = await makeSystem(services, { code, ownerDeptId: departmentId, notify: 'none' });
  await sql`update todo_system set assign_by = 'uid' where id = ${systemId}::uuid`.execute(db);
  const system = await todoSystem(db, systemId);
  const item = {
    outId: `${code}-1`,
    template: 'expense',
    data: { applicant: 'Li', amount: 7 },
    people: [employeeId, ...others],
    mode: 'all',
  };
  const [pushed] = await pushItems(services, { system: system!, reach: () => sql<boolean>`true`, items: [item], tried: false });
  if (!pushed || 'code' in pushed) throw new Error(`The item of the test was refused: ${JSON.stringify(pushed)}`);
  const { itemId } = pushed;
  const [answerId, differenceId, managerId] = [newId(), newId(), newId()];
  const input = sealAnswer(services, answerId, { input: {}, comment: '' });
  const now = services.now();
  await sql`insert into todo_answer (id, item_id, system_id, employee_id, action, stage, input, input_digest, at, state, attempts, last_class)
    values (${answerId}::uuid, ${itemId}::uuid, ${systemId}::uuid, ${employeeId}::uuid, 'approve', 'check', ${input}, '', ${now}, 'failed', 1, 'timeout')`.execute(
    db,
  );
  await sql`update todo_person set state = 'submitted' where item_id = ${itemId}::uuid and employee_id = ${employeeId}::uuid`.execute(db);
  const found = { missing: ['x-1'], stale: [{ itemId, outId: item.outId, state: 'waiting' }] };
  await sql`insert into todo_difference (id, system_id, at, by_id, open_here, open_there, missing, stale, state, found)
    values (${differenceId}::uuid, ${systemId}::uuid, ${now}, '', 1, 1, 1, 1, 'waiting', ${JSON.stringify(found)}::jsonb)`.execute(db);
  await sql`insert into todo_manager (id, version, created_at, updated_at, system_id, employee_id, rights)
    values (${managerId}::uuid, 1, ${now}, ${now}, ${systemId}::uuid, ${employeeId}::uuid, '["item"]')`.execute(db);
  return { systemId, itemId, answerId, differenceId, managerId };
}
