import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { batchGet } from '../common/batch-get.contract.ts';
import { pictureList } from '../common/picture.contract.ts';
import { departmentVisible } from './department/department.query.ts';
import { fullNameIn, nameIn, nameWithin, pictureMarkIn } from './employee/employee.view.ts';
import { picturesOf } from './pictures.ts';
import { employeeInRange } from './range.ts';

type Answer = Reply<typeof batchGet>;

/** Names for ids: two statements at the same time; what is unknown or out of range is missing, the one as the other. */
export async function namesOf(db: Db, caller: Caller, input: Parsed<typeof batchGet>): Promise<Answer> {
  const range = caller.scope();
  const language = caller.language;
  const shown = (name: RawBuilder<string>) => nameWithin(range, language, name);
  const [employees, departments] = await Promise.all([
    sql<
      Answer['employees'][number]
    >`select e.id, e.name, e.account, e.status, ${pictureMarkIn('e')} as avatar, ${shown(nameIn(language))} as "departmentName", ${shown(fullNameIn(language))} as "fullName"
      from employee e join department d on d.id = e.primary_department_id where e.id = any(${input.employees}::uuid[]) and ${employeeInRange(range, 'e.id')}`.execute(
      db,
    ),
    sql<Answer['departments'][number]>`select d.id, ${nameIn(language)} as name, ${fullNameIn(language)} as "fullName", d.enabled
      from department d where d.id = any(${input.departments}::uuid[]) and ${departmentVisible(range)}`.execute(db),
  ]);
  const lacking = (wanted: readonly string[], found: readonly { id: string }[]): string[] => {
    const known = new Set(found.map(({ id }) => id));
    return [...new Set(wanted)].filter((id) => !known.has(id));
  };
  return {
    employees: employees.rows,
    departments: departments.rows,
    missing: { employees: lacking(input.employees, employees.rows), departments: lacking(input.departments, departments.rows) },
  };
}

/** Names and pictures of people, and names of departments, for every page. */
export const batchGetRoutes: readonly BoundRoute[] = [
  handle(batchGet, ({ db, caller }, input) => namesOf(db, caller, input)),
  handle(pictureList, async ({ db, caller }, { ids }) => {
    const pictures = await picturesOf(db, ids, employeeInRange(caller.scope(), 'employee.id'));
    return { list: [...pictures].map(([id, picture]) => ({ id, picture })) };
  }),
];
