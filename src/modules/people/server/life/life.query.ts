import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import type { lifeGet, lifeList, LifeRow } from '../../common/life/life.contract.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { nameIn, nameWithin } from '../employee/employee.view.ts';
import { employeeAmongRange, employeeInRange } from '../range.ts';
import { foundByText } from '../search.ts';
import { shownStep, type Reader } from './checklist.ts';
import type { LifeEvent } from './events.ts';
import { siteZone } from '../setting/site-zone.ts';
import type { KeptStep } from './life.table.ts';
import { isAsSealed } from './seal.ts';
import { failureText } from './life-failure.ts';

/** What is not over. */
const unfinished = ['planned', 'waiting', 'running', 'failed'] as const;

type Line = Omit<LifeRow, 'trouble'> & { failure: KeptStep['trouble']; checklist: KeptStep[] };

/** Every line as SQL: events, and of the people themselves who begins later and who is quarantined. */
const lines = (): RawBuilder<unknown> => sql`(
  select v.id, v.employee_id, v.kind, v.state, v.at, v.day, v.payload ->> 'reason' as reason, v.payload ->> 'byName' as by, v.failure, v.checklist
  from employment_event v
  union all
  select e.id, e.id, 'join', 'planned', case when e.hire_date is null then ${clock.now()}::bigint
      else (extract(epoch from e.hire_date::timestamp at time zone coalesce(e.time_zone, ${siteZone()})) * 1000)::bigint end,
    e.hire_date, null, null, null, '[]' from employee e where e.status = 'pending'
  union all
  select e.id, e.id, 'quarantine', 'planned', e.quarantine_ends_at, null, null, null, null, '[]' from employee e where e.status = 'quarantined')`;

const columns = ({ caller }: Reader): RawBuilder<unknown> => sql`line.id, line.employee_id as "employeeId", e.name, e.account,
  ${nameWithin(caller.scope(), caller.language, nameIn(caller.language))} as "departmentName", line.kind, line.state, line.at, line.day::text as day, line.reason, line.by, line.failure, line.checklist,
  (select count(*) from jsonb_array_elements(line.checklist) as step where step ->> 'state' = 'done') as "stepsDone",
  jsonb_array_length(line.checklist) as steps`;

const from = (): RawBuilder<unknown> =>
  sql`${lines()} as line join employee e on e.id = line.employee_id and e.status <> 'deleted' join department d on d.id = e.primary_department_id`;

/** Who begins, moves, is kept out, leaves: what is not over unless said, the next first. */
export async function listLife(reader: Reader, input: Parsed<typeof lifeList>): Promise<Reply<typeof lifeList>> {
  const { db, caller } = reader;
  const where: RawBuilder<boolean>[] = [
    employeeAmongRange(caller.scope(), 'e.id'),
    sql`line.state = any(${input.state ?? unfinished}::text[])`,
  ];
  if (input.kind?.length) where.push(sql`line.kind = any(${input.kind}::text[])`);
  if (input.employeeId) where.push(sql`line.employee_id = ${input.employeeId}::uuid`);
  if (input.from !== undefined) where.push(sql`line.at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql`line.at <= ${input.to}`);
  if (input.text) where.push(foundByText(input.text));
  if (input.departmentId) {
    const path = (await departmentPaths(db, [input.departmentId])).get(input.departmentId);
    where.push(path === undefined ? sql`false` : employeeAmongRange({ all: false, paths: [path], self: false, uid: '' }, 'e.id'));
  }
  const direction = sql.raw(input.sort === '-at' ? 'desc' : 'asc');
  const order = sql`line.at ${direction}, line.id ${direction}, line.kind`;
  const { list, ...counted } = await readPage<Line>(db, { columns: columns(reader), from: from(), where, order }, input);
  return { list: list.map((line) => shown(reader, line)), ...counted };
}

function shown({ services, caller }: Reader, { failure, checklist, ...line }: Line): LifeRow {
  const failed = failure ?? checklist.find(({ state }) => state === 'failed')?.trouble ?? null;
  return { ...line, trouble: failureText(services, caller.language, failed) };
}

/** An event of somebody in range. Refuses with 10404 or 10910. */
export async function findEvent({ db, caller }: Reader, id: string): Promise<LifeEvent> {
  const range = caller.scope();
  const event = await db.selectFrom('employment_event').selectAll().where('id', '=', id).executeTakeFirst();
  const { rows } =
    await sql`select from employee e where e.id = ${event?.employee_id ?? null}::uuid and e.status <> 'deleted' and ${employeeInRange(range, 'e.id')}`.execute(
      db,
    );
  if (!event || rows.length === 0) throw range.all ? notFound() : outOfRange();
  return event;
}

/** One event with its checklist. */
export async function getLife(reader: Reader, id: string): Promise<Reply<typeof lifeGet>> {
  const { db, services, caller } = reader;
  const event = await findEvent(reader, id);
  const { rows } =
    await sql<Line>`select ${columns(reader)} from ${from()} where line.id = ${id}::uuid and line.kind = ${event.kind}`.execute(db);
  if (!rows[0]) throw notFound();
  const { successorId } = event.payload;
  const successor = successorId ? await visibleName(reader, successorId) : null;
  return {
    ...shown(reader, rows[0]),
    successor,
    checklist: event.checklist.map((step) => shownStep(services, caller.language, step)),
    sealed: event.state === 'running' ? null : isAsSealed(services, event),
  };
}

async function visibleName({ db, services, caller }: Reader, id: string): Promise<{ id: string; name: string } | null> {
  const person = (await services.directory.people(db, [id], caller.language, caller.scope())).get(id);
  return person ? { id, name: person.name } : null;
}
