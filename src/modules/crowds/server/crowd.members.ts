import { sql, type RawBuilder } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { crowdHistory, crowdMembers } from '../common/crowd-people.contract.ts';
import { foundByText } from '#modules/people/server/public.ts';
import type { CrowdCause } from './crowd.table.ts';
import { findCrowd } from './crowd.query.ts';

type Means = Pick<Call, 'db' | 'services' | 'caller'>;

interface MemberRequest {
  crowdId: string;
  text?: string | undefined;
  deptId?: string | undefined;
  by?: 'rule' | 'include' | undefined;
  after?: string | undefined;
  pageSize: number;
}

interface MemberRow {
  id: string;
  name: string;
  account: string;
  enabled: boolean;
  since: number;
  by: 'rule' | 'include';
  sort_key: string;
}

/** Members in range by name, page after page. */
export async function membersOf(call: Means, request: MemberRequest): Promise<Reply<typeof crowdMembers>> {
  const { db, services, caller } = call;
  await findCrowd(call, request.crowdId);
  const where: RawBuilder<boolean>[] = [
    sql`m.crowd_id = ${request.crowdId}::uuid`,
    sql`e.status <> 'deleted'`,
    services.directory.employeeAmongRange(caller.scope(), 'e.id'),
  ];
  if (request.text) where.push(foundByText(request.text));
  if (request.by) where.push(sql`m.by = ${request.by}`);
  if (request.deptId)
    where.push(sql`exists (select from employee_department ed join department d on d.id = ed.department_id join department top on d.path <@ top.path
      where ed.employee_id = e.id and top.id = ${request.deptId}::uuid)`);
  const after = placeOf(request.after);
  if (after) where.push(sql`(e.sort_key, e.id) > (${after.key}, ${after.id}::uuid)`);
  const { rows } = await sql<MemberRow>`select e.id, e.name, e.account, e.enabled, m.since, m.by, e.sort_key
    from crowd_member m join employee e on e.id = m.employee_id where ${sql.join(where, sql` and `)} order by e.sort_key, e.id limit ${request.pageSize + 1}`.execute(
    db,
  );
  const shown = rows.slice(0, request.pageSize);
  const people = await services.directory.people(
    db,
    shown.map(({ id }) => id),
    caller.language,
    caller.scope(),
  );
  const last = shown.at(-1);
  return {
    list: shown.map(({ sort_key: _key, ...row }) => ({ ...row, departmentName: people.get(row.id)?.departmentName ?? '' })),
    next: rows.length > request.pageSize && last ? Buffer.from(JSON.stringify([last.sort_key, last.id])).toString('base64url') : null,
  };
}

/** Where a page begins; what no page told begins at the first. */
function placeOf(after: string | undefined): { key: string; id: string } | undefined {
  if (after === undefined) return undefined;
  try {
    const [key, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    return typeof key === 'string' && typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? { key, id } : undefined;
  } catch {
    return undefined;
  }
}

interface EventRow {
  id: number;
  at: number;
  joined: boolean;
  employeeId: string;
  name: string;
  cause: CrowdCause;
}

interface EventRequest {
  id: string;
  what?: 'joined' | 'left' | undefined;
  text?: string | undefined;
  after?: string | undefined;
  pageSize: number;
}

/** Joiners and leavers in range, newest first. */
export async function eventsOf(call: Means, request: EventRequest): Promise<Reply<typeof crowdHistory>> {
  const { db, services, caller } = call;
  await findCrowd(call, request.id);
  const where: RawBuilder<boolean>[] = [
    sql`ev.crowd_id = ${request.id}::uuid`,
    services.directory.employeeAmongRange(caller.scope(), 'e.id'),
  ];
  if (request.what) where.push(sql`ev.joined = ${request.what === 'joined'}`);
  if (request.text) where.push(foundByText(request.text));
  if (request.after !== undefined && /^\d{1,18}$/.test(request.after)) where.push(sql`ev.id < ${Number(request.after)}`);
  const { rows } = await sql<EventRow>`select ev.id, ev.at, ev.joined, e.id as "employeeId", e.name, ev.cause
    from crowd_event ev join employee e on e.id = ev.employee_id where ${sql.join(where, sql` and `)} order by ev.id desc limit ${request.pageSize + 1}`.execute(
    db,
  );
  const shown = rows.slice(0, request.pageSize);
  const people = await services.directory.people(
    db,
    shown.map(({ employeeId }) => employeeId),
    caller.language,
    caller.scope(),
  );
  return {
    list: shown.map(({ id, joined, ...row }) => ({
      ...row,
      id: String(id),
      what: joined ? 'joined' : 'left',
      departmentName: people.get(row.employeeId)?.departmentName ?? '',
    })),
    next: rows.length > request.pageSize ? String(shown.at(-1)?.id) : null,
  };
}
