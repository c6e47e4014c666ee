import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { clausesOf, type CrowdConditions } from '../common/crowd-conditions.ts';
import { ruleSql, type RuleMoment } from './rule.sql.ts';

/** What decides who is in a crowd. */
export interface CrowdRequest {
  kind: 'dynamic' | 'fixed';
  ownerDeptId: string;
  conditions: CrowdConditions | null;
  includes: readonly string[];
  excludes: readonly string[];
  withDisabled: boolean;
}

/** The people whom a crowd wants, as `id` and `by`; of these people alone where `only` names some. */
export function wantedSql(request: CrowdRequest, moment: RuleMoment, only?: readonly string[]): RawBuilder<unknown> {
  const named = sql`e.id = any(${request.includes}::uuid[])`;
  const rule = request.conditions ? ruleSql(request.conditions, moment) : sql`false`;
  const status = statusWanted(request);
  // A fixed crowd is looked up by its people, whatever the size of the company.
  const meant = request.kind === 'fixed' ? named : request.includes.length === 0 ? rule : sql`(${named} or ${rule})`;
  return sql`select e.id, case when ${named} then 'include' else 'rule' end as by from employee e
    where ${status} and ${only ? sql`e.id = any(${only}::uuid[]) and` : sql``} ${underSql(request.ownerDeptId)}
      ${request.excludes.length > 0 ? sql`and e.id <> all(${request.excludes}::uuid[])` : sql``} and ${meant}`;
}

/** SQL condition on the status of `e`: active, with those kept out for a while where the crowd wants them; a rule that asks for the status decides by itself. */
export function statusWanted({ conditions, withDisabled }: Pick<CrowdRequest, 'conditions' | 'withDisabled'>): RawBuilder<boolean> {
  const asked = conditions !== null && clausesOf(conditions).some(({ clause }) => clause.field === 'status');
  if (asked) return sql`e.status not in ('left', 'deleted')`;
  return withDisabled ? sql`e.status in ('active', 'disabled', 'quarantined')` : sql`e.status = 'active'`;
}

/** SQL condition: the person `e` is in the owner department or below. */
export const underSql = (departmentId: string): RawBuilder<boolean> =>
  sql`exists (select from employee_department ed join department d on d.id = ed.department_id join department owner on d.path <@ owner.path
    where ed.employee_id = e.id and owner.id = ${departmentId}::uuid)`;

/** How many would join and leave against who is in it now. */
export interface Turnover {
  wanted: number;
  joiners: number;
  leavers: number;
}

/** Members of now, or none for a crowd that is not there yet. */
const mine = (crowdId: string | undefined, only?: readonly string[]): RawBuilder<unknown> =>
  crowdId === undefined
    ? sql`select null::uuid as id where false`
    : sql`select employee_id as id from crowd_member where crowd_id = ${crowdId}::uuid ${only ? sql`and employee_id = any(${only}::uuid[])` : sql``}`;

/** A crowd of which members and request are compared: `id` is absent before it is added. */
export interface Compared {
  id: string | undefined;
  request: CrowdRequest;
  moment: RuleMoment;
  only?: readonly string[] | undefined;
}

/** Counts what a computation would change. */
export async function turnoverOf(db: Db, { id, request, moment, only }: Compared): Promise<Turnover> {
  const { rows } = await sql<Turnover>`with wanted as materialized (${wantedSql(request, moment, only)}), mine as (${mine(id, only)})
    select count(wanted.id) as wanted, count(wanted.id) filter (where mine.id is null) as joiners, count(mine.id) filter (where wanted.id is null) as leavers
    from wanted full join mine on mine.id = wanted.id`.execute(db);
  return rows[0]!;
}

/** The id of a stored crowd, where somebody would join or leave it. */
export const turnsSql = ({ id, request, moment, only }: Compared & { id: string }): RawBuilder<{ id: string }> =>
  sql`select ${id}::uuid as id where exists (select from (${wantedSql(request, moment, only)}) as wanted
    full join (${mine(id, only)}) as mine on mine.id = wanted.id where wanted.id is null or mine.id is null)`;

/** Some of those who are wanted, who would join, or who would leave: 20 at most. */
export async function sampleOf(db: Db, { id, request, moment }: Compared, of: 'wanted' | 'joiners' | 'leavers'): Promise<string[]> {
  const wanted = sql`wanted as (${wantedSql(request, moment)})`;
  const { rows } =
    of === 'leavers'
      ? await sql<{
          id: string;
        }>`with ${wanted}, mine as (${mine(id)}) select id from mine where not exists (select from wanted where wanted.id = mine.id) limit 20`.execute(
          db,
        )
      : await sql<{ id: string }>`with ${wanted}, mine as (${mine(id)}) select id from wanted
          ${of === 'joiners' ? sql`where not exists (select from mine where mine.id = wanted.id)` : sql``} limit 20`.execute(db);
  return rows.map((row) => row.id);
}
