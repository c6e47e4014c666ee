import { sql } from 'kysely';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { compile } from '../rule/compile.ts';
import { placements } from '../rule/visible.ts';
import { completed } from '../rule/read-book.ts';

const fixed: readonly RangeRow['kind'][] = ['all', 'depts', 'crowds', 'employees'];

/** Whether rows mean others for each holder. */
export const followsHolder = (rows: readonly RangeRow[]): boolean => rows.some(({ kind }) => !fixed.includes(kind));

/** How many people in the caller's range rows mean that are the same for every holder. */
export async function peopleOfRows(call: RoleCall, all: readonly RangeRow[]): Promise<number> {
  const rows = all.filter(({ kind }) => fixed.includes(kind));
  const now = await contactRulesOf(call.services).book();
  const role = { ...now.roles[0]!, builtIn: true, auth: rows, search: rows };
  const book = await completed(call.db, {
    ...now,
    roles: [role],
    specials: [],
    white: [],
    config: { ...now.config, reportingLineAlways: false },
  });
  // Nobody looks: whoever looks would see themselves besides.
  const nobody = {
    id: '00000000-0000-7000-8000-000000000000',
    name: '',
    status: 'active' as const,
    placements: [],
    crowds: new Set<string>(),
    managers: [],
  };
  const seen = placements(compile(book, nobody, call.services.now()), 'tree');
  const { rows: found } = await sql<{
    n: number;
  }>`select count(distinct p.employee_id) as n from (${seen}) as p join employee e on e.id = p.employee_id
    where e.status = 'active' and ${call.services.directory.employeeAmongRange(call.caller.scope(), 'e.id')}`.execute(call.db);
  return found[0]!.n;
}
