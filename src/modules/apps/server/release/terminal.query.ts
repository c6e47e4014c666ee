import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import type { rolloutFunnel, rolloutHealth, rolloutReasons, terminalExport, TerminalRow } from '../../common/terminal.contract.ts';
import { measure, percentOf } from './gates.ts';
import { findVersion } from './find-version.ts';
import { appRollouts } from './rolled-apps.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
/** Whom a list of terminals is narrowed to. */
export type TerminalFilter = Omit<Parsed<typeof terminalExport>, 'format'>;

interface Row extends Omit<TerminalRow, 'personName' | 'departmentName'> {
  employeeId: string | null;
}

const columns = sql`t.device_id as id, t.employee_id as "employeeId", t.platform, t.build_no as "buildNo", t.channel, t.model, t.system,
  t.last_seen as "lastSeen", coalesce(has.version_name, '') as "versionName", coalesce(open.version_name, '') as "offeredName",
  coalesce(open.state, '') as "offerState", coalesce(open.reason_code, '') as reason`;
const from = sql`app_terminal t
  left join lateral (select v.id, v.version_name from app_version v where v.app_id = t.app_id and v.platform = t.platform
    and v.build_key = t.build_key order by v.channel = t.channel desc, v.created_at desc limit 1) has on true
  left join lateral (select v.version_name, o.state, o.reason_code from version_offer o join app_version v on v.id = o.version_id
    where o.device_id = t.device_id and v.app_id = t.app_id and v.platform = t.platform and v.build_key > t.build_key
    order by v.build_key desc limit 1) open on true`;

function whereOf({ caller }: Means, input: TerminalFilter): RawBuilder<boolean>[] {
  const range = caller.scope();
  const where = [sql<boolean>`t.app_id = ${input.appId}::uuid`];
  // What nobody is signed in on belongs to nobody: only who sees everything sees it.
  if (!range.all) where.push(sql<boolean>`t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')}`);
  if (input.platform !== undefined) where.push(sql<boolean>`t.platform = ${input.platform}`);
  if (input.versionId !== undefined) where.push(sql<boolean>`has.id = ${input.versionId}::uuid`);
  if (input.empId !== undefined) where.push(sql<boolean>`t.employee_id = ${input.empId}::uuid`);
  if (input.departmentId !== undefined) where.push(sql<boolean>`t.employee_id in (${directory.employeesUnder([input.departmentId])})`);
  if (input.channel !== undefined) where.push(sql<boolean>`t.channel = ${input.channel}`);
  if (input.open !== undefined) where.push(sql<boolean>`(open.state is not null) = ${input.open}`);
  if (input.text) where.push(sql<boolean>`(t.model ilike ${containing(input.text)} or t.system ilike ${containing(input.text)})`);
  return where;
}

const sorts = { lastSeen: sql`t.last_seen`, buildNo: sql`t.build_key`, model: sql`t.model`, system: sql`t.system` };

/** A page of the terminals of an app, those that came last first. */
export async function listTerminals(
  means: Means,
  input: TerminalFilter,
  page: { pageNum: number; pageSize: number; sort?: string | undefined },
): Promise<{ list: TerminalRow[]; total: number; pages: number }> {
  const order = orderOf(page.sort ?? '-lastSeen', sorts, sql`t.device_id`);
  const found = await readPage<Row>(means.db, { columns, from, where: whereOf(means, input), order }, page);
  return { ...found, list: await named(means, found.list) };
}

/** Rows with the names of their people. */
async function named<R extends { employeeId: string | null }>(
  { db, caller }: Means,
  rows: readonly R[],
): Promise<(Omit<R, 'employeeId'> & { personName: string; departmentName: string })[]> {
  const ids = rows.flatMap(({ employeeId }) => employeeId ?? []);
  const people = await directory.people(db, ids, caller.language, caller.scope());
  return rows.map(({ employeeId, ...row }) => {
    const person = people.get(employeeId ?? '');
    return { ...row, personName: person?.name ?? '', departmentName: person?.departmentName ?? '' };
  });
}

const hourMillis = 3_600_000;
const steps = ['offered', 'downloaded', 'installed', 'started', 'failed', 'crashed'] as const;

/** Steps of a version by hour. */
export async function readFunnel(
  { db, caller, services }: Means,
  { versionId, hours }: Parsed<typeof rolloutFunnel>,
): Promise<Reply<typeof rolloutFunnel>> {
  await findVersion(db, caller, versionId);
  const since = services.now() - hours * hourMillis;
  const each = steps.map(
    (step) => sql`select ${sql.ref(`${step}_at`)} / ${hourMillis} as hour, ${step}::text as step from version_offer
      where version_id = ${versionId}::uuid and ${sql.ref(`${step}_at`)} >= ${since}`,
  );
  const counts = steps.map((step) => sql`count(*) filter (where step = ${step})::int as ${sql.ref(step)}`);
  const { rows } = await sql<Reply<typeof rolloutFunnel>['list'][number]>`select (hour * ${hourMillis})::bigint as at, ${sql.join(counts)}
    from (${sql.join(each, sql` union all `)}) as told group by hour order by hour`.execute(db);
  return { list: rows };
}

/** Terminals that a version did not reach as it should, each with its reason. */
export async function readReasons(means: Means, input: Parsed<typeof rolloutReasons>): Promise<Reply<typeof rolloutReasons>> {
  await findVersion(means.db, means.caller, input.versionId);
  const range = means.caller.scope();
  const reason = sql`coalesce(t.reason_code, case when t.crashed_at is not null then 'crash' else t.state end)`;
  const where = [
    sql<boolean>`t.version_id = ${input.versionId}::uuid and (t.failed_at is not null or t.crashed_at is not null or t.state = 'skipped')`,
    ...(range.all ? [] : [sql<boolean>`t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')}`]),
    ...(input.reason === undefined ? [] : [sql<boolean>`${reason} = ${input.reason}`]),
  ];
  type Found = Omit<Reply<typeof rolloutReasons>['list'][number], 'personName' | 'departmentName'> & { employeeId: string | null };
  const shown = sql`t.device_id as id, t.employee_id as "employeeId", t.state, ${reason} as reason, coalesce(t.reason, '') as detail,
    t.last_seen as "lastSeen"`;
  const order = orderOf(input.sort ?? '-lastSeen', sorts, sql`t.device_id`);
  const found = await readPage<Found>(means.db, { columns: shown, from: sql`version_offer t`, where, order }, input);
  return { ...found, list: await named(means, found.list) };
}

type Health = Reply<typeof rolloutHealth>['now'];

/** What the gates measure of a version, and of the one before it on the same platform and channel. */
export async function readHealth({ db, caller, services }: Means, versionId: string): Promise<Reply<typeof rolloutHealth>> {
  await findVersion(db, caller, versionId);
  const { rows } = await sql<{ id: string; versionName: string; buildNo: string }>`select v.id, v.version_name as "versionName",
      v.build_no as "buildNo" from app_version own join app_version v on v.app_id = own.app_id and v.platform = own.platform
      and v.channel = own.channel and (v.id = own.id or v.build_key < own.build_key and v.build_key <> '')
    where own.id = ${versionId}::uuid order by v.id = own.id desc, v.build_key desc limit 2`.execute(db);
  const [now, before] = await Promise.all(rows.map((row) => healthOf(db, row, services.now())));
  return { now: now!, before: before ?? null };
}

async function healthOf(db: Db, row: { id: string; versionName: string; buildNo: string }, now: number): Promise<Health> {
  const measured = await measure(db, appRollouts, row.id, now);
  return {
    versionId: row.id,
    versionName: row.versionName,
    buildNo: row.buildNo,
    gates: measured.map((one) => ({ gate: one.gate, value: percentOf(one), sample: one.sample, least: one.least })),
  };
}
