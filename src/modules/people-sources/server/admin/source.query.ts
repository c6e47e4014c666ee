import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { sourceEventList } from '../../common/source-run.contract.ts';
import type { sourceGet, sourceList, SourceDetail, SourceRow } from '../../common/source.contract.ts';
import { brakeRules, leaverPolicy, sourceSchedule, sourceScope } from '../../common/source-parts.ts';
import { cleared, openSecrets } from '../connector/open-source.ts';
import type { SourceStandingTable, SourceTable } from '../source.table.ts';

/** What asking for sources takes. */
export type Means = Pick<Call, 'db' | 'services' | 'caller'>;

/** A stored source with how it stands. */
export interface SourceFound extends Selectable<SourceTable>, Omit<Selectable<SourceStandingTable>, 'source_id'> {
  people: number;
  departments: number;
  run_id: string | null;
  run_state: string | null;
  run_at: number | null;
  run_counts: Record<string, number> | null;
}

const linked = (kind: string): RawBuilder<number> =>
  sql<number>`(select count(*) from source_link l where l.source_id = source.id and l.object_kind = ${kind} and l.state = 'linked')`;

const columns = sql`source.*, standing.state, standing.cursor, standing.last_run_id, standing.last_good_at, standing.last_full_at,
  standing.people_read, standing.departments_read, standing.failures, standing.plan_read, standing.next_at, standing.late_told,
  ${linked('employee')} as people, ${linked('department')} as departments,
  run.id as run_id, run.state as run_state, run.started_at as run_at, run.counts as run_counts`;

const from = sql`source join source_standing standing on standing.source_id = source.id
  left join lateral (select * from source_run r where r.source_id = source.id order by r.started_at desc, r.id desc limit 1) as run on true`;

const orders = {
  name: sql`lower(source.name)`,
  code: sql`source.code`,
  kind: sql`source.kind`,
  updatedAt: sql`source.updated_at`,
  lastGoodAt: sql`standing.last_good_at`,
};

/** A page of the sources whose root is in range. */
export async function listSources(call: Means, input: Parsed<typeof sourceList>): Promise<Reply<typeof sourceList>> {
  const { caller, db, services } = call;
  const where: RawBuilder<boolean>[] = [services.directory.departmentInRange(caller.scope(), 'source.root_department_id')];
  if (input.name) {
    const text = containing(input.name);
    where.push(sql`(source.name ilike ${text} or source.code ilike ${text})`);
  }
  if (input.kind?.length) where.push(sql`source.kind = any(${input.kind}::text[])`);
  if (input.state?.length) where.push(sql`standing.state = any(${input.state}::text[])`);
  if (input.enabled !== undefined) where.push(sql`source.enabled = ${input.enabled}`);
  const source = { columns, from, where, order: orderOf(input.sort ?? 'name', orders, sql`source.id`) };
  const { list, ...counted } = await readPage<SourceFound>(db, source, input);
  return { list: await rowsOf(call, list), ...counted };
}

/** One source in range; 10910 for others, whether they exist or not. */
export async function findSource(call: Means, id: string): Promise<SourceFound> {
  const range = call.caller.scope();
  const { rows } = await sql<SourceFound>`select ${columns} from ${from}
    where source.id = ${id}::uuid and ${call.services.directory.departmentInRange(range, 'source.root_department_id')}`.execute(call.db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

async function rowsOf({ db, services, caller }: Means, rows: readonly SourceFound[]): Promise<SourceRow[]> {
  const roots = await services.directory.departments(
    db,
    rows.map((row) => row.root_department_id),
    caller.language,
  );
  return rows.map((row) => ({
    ...stampsOf(row),
    name: row.name,
    code: row.code,
    kind: row.kind,
    rootDepartmentId: row.root_department_id,
    rootDepartmentName: roots.get(row.root_department_id)?.name ?? '',
    enabled: row.enabled,
    state: row.state,
    people: row.people,
    departments: row.departments,
    lastRun: row.run_id === null ? null : { id: row.run_id, state: row.run_state ?? '', at: row.run_at ?? 0, counts: row.run_counts ?? {} },
    lastGoodAt: row.last_good_at,
    nextAt: row.enabled ? row.next_at : null,
    planRead: row.plan_read,
    proven: row.kind === 'http' && row.config['preset'] !== 'generic' ? row.last_good_at !== null : null,
  }));
}

/** One source as a whole, without secrets. */
export async function getSource(call: Means, id: string): Promise<Reply<typeof sourceGet>> {
  return detailOf(call, await findSource(call, id));
}

const mostReadings = 30;

async function detailOf(call: Means, found: SourceFound): Promise<SourceDetail> {
  const [row] = await rowsOf(call, [found]);
  const { rows: read } = await sql<{ at: number; people: number }>`select started_at as at, people_read as people from source_run
    where source_id = ${found.id}::uuid and kind = 'full' and state in ('planned', 'held', 'applying', 'applied', 'undone', 'rejected', 'expired')
    order by started_at desc limit ${mostReadings}`.execute(call.db);
  return {
    ...row!,
    delivers: found.delivers as SourceDetail['delivers'],
    config: found.config as SourceDetail['config'],
    scope: sourceScope.parse(found.scope),
    mapping: found.mapping,
    matching: found.matching as SourceDetail['matching'],
    matchEverywhere: found.match_everywhere,
    leaverPolicy: leaverPolicy.parse(found.leaver_policy),
    deptPolicy: found.dept_policy,
    createDepartments: found.create_departments,
    unknownDepartment: found.unknown_department,
    initialPassword: found.initial_password,
    brake: brakeRules.parse(found.brake),
    schedule: sourceSchedule.parse(found.schedule),
    applyMode: found.apply_mode,
    lateAfter: found.late_after,
    priority: found.priority,
    alarmPeople: found.alarm_people,
    secretsSet: found.secret === cleared ? [] : Object.keys(openSecrets(call.services.secrets, found)),
    waiting: await waitingPlan(call, found.id),
    read: read.toReversed(),
  };
}

async function waitingPlan({ db }: Means, sourceId: string): Promise<SourceDetail['waiting']> {
  const { rows } = await sql<{ runId: string; at: number; until: number }>`select id as "runId", planned_at as at, expires_at as until
    from source_run where source_id = ${sourceId}::uuid and state in ('planned', 'held') and not dry_run
      and planned_at is not null and expires_at is not null order by planned_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** What the other side pushed to a source, the newest first. */
export async function listEvents(
  call: Means,
  { id, after, limit }: Parsed<typeof sourceEventList>,
): Promise<Reply<typeof sourceEventList>> {
  await findSource(call, id);
  let query = call.db.selectFrom('source_event').selectAll().where('source_id', '=', id);
  if (after !== undefined) query = query.where('id', '<', after);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const list = rows.slice(0, limit);
  return {
    list: list.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind,
      objectKind: row.object_kind,
      externalId: row.external_id,
      address: row.address,
      result: row.result,
      status: row.status,
      runId: row.run_id,
    })),
    next: rows.length > limit ? (list.at(-1)?.id ?? null) : null,
  };
}
