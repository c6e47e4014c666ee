import { sql, type RawBuilder } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { clausesOf, type CrowdConditions } from '../common/crowd-conditions.ts';
import { departmentInRange, employeeInRange } from '#modules/people/server/public.ts';
import { crowdFieldOf } from './crowd.extras.ts';
import type { CrowdFieldType } from './crowd-fields.ts';
import { valuesOf } from './rule.check.ts';

/** What a clause can name by its id. */
export type Named = 'department' | 'employee' | 'crowd';

/** Types of fields whose values are ids, and of what. */
export const namedBy: Readonly<Partial<Record<CrowdFieldType, Named>>> = {
  department: 'department',
  unit: 'department',
  employee: 'employee',
  person: 'employee',
  crowd: 'crowd',
};

interface NamedId {
  readonly place: string;
  readonly named: Named;
  readonly id: string;
}

/** Whom and what the clauses of a rule name, in their order. */
function namedIn(rule: CrowdConditions): NamedId[] {
  return clausesOf(rule).flatMap(({ clause, place }) => {
    const type = crowdFieldOf(clause.field)?.type;
    const named = type && namedBy[type];
    return named ? valuesOf(clause).map((value) => ({ place, named, id: String(value) })) : [];
  });
}

/**
 * The place of the first clause that newly names somebody or something that is not there for the caller. What lies out of the range reads as
 * what never existed; what the rule named before may be gone meanwhile and stays.
 */
export async function unknownIn(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  rule: CrowdConditions,
  before: CrowdConditions | null,
): Promise<string | undefined> {
  const keyOf = ({ named, id }: NamedId): string => `${named} ${id}`;
  const had = new Set(before ? namedIn(before).map(keyOf) : []);
  const fresh = namedIn(rule).filter((one) => !had.has(keyOf(one)));
  if (fresh.length === 0) return undefined;
  const idsOf = (named: Named): string[] => [...new Set(fresh.flatMap((one) => (one.named === named ? [one.id] : [])))];
  const range = caller.scope();
  const known: Readonly<Record<Named, RawBuilder<unknown>>> = {
    department: sql`select 'department' as named, d.id from department d where d.id = any(${idsOf('department')}::uuid[]) and ${departmentInRange(range, 'd.id')}`,
    employee: sql`select 'employee', e.id from employee e
      where e.id = any(${idsOf('employee')}::uuid[]) and e.status <> 'deleted' and ${employeeInRange(range, 'e.id')}`,
    crowd: sql`select 'crowd', c.id from crowd c where c.id = any(${idsOf('crowd')}::uuid[]) and ${departmentInRange(range, 'c.owner_dept_id')}`,
  };
  const { rows } = await sql<{ named: Named; id: string }>`${sql.join(Object.values(known), sql` union all `)}`.execute(db);
  const found = new Set(rows.map(({ named, id }) => `${named} ${id}`));
  return fresh.find((one) => !found.has(keyOf(one)))?.place;
}

/** Whether some of these are nobody whom the caller sees. */
export async function anyUnknown({ db, caller }: Pick<Call, 'db' | 'caller'>, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await sql<{ n: number }>`select count(distinct e.id) as n from employee e
    where e.id = any(${ids}::uuid[]) and e.status <> 'deleted' and ${employeeInRange(caller.scope(), 'e.id')}`.execute(db);
  return rows[0]!.n < new Set(ids).size;
}
