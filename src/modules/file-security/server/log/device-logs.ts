import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import { containing } from '#kit/server/read-page.ts';
import type { printList, screenshotList } from '../../common/decision.contract.ts';
import { behind, cursorOf, namedPeople } from './decisions.ts';

type PrintRow = Reply<typeof printList>['list'][number];
type ScreenRow = Reply<typeof screenshotList>['list'][number];
type Named = 'employeeName' | 'departmentName';

interface Narrowing {
  from?: number | undefined;
  to?: number | undefined;
  empId?: string | undefined;
  deptId?: string | undefined;
  platform?: number | undefined;
}

/** What both logs are narrowed by: the range of the reader, the time, person, department and platform. */
function narrowed({ caller, services }: Means, { from, to, empId, deptId, platform }: Narrowing): RawBuilder<boolean>[] {
  const range = caller.scope();
  const where = [services.directory.employeeInRange(range, 'log.employee_id')];
  if (from !== undefined) where.push(sql`log.at >= ${from}`);
  if (to !== undefined) where.push(sql`log.at <= ${to}`);
  if (empId) where.push(sql`log.employee_id = ${empId}::uuid`);
  if (deptId)
    where.push(sql`log.employee_id in (select ed.employee_id from department top join department below on below.path <@ top.path
      join employee_department ed on ed.department_id = below.id where top.id = ${deptId}::uuid)`);
  if (platform !== undefined) where.push(sql`log.platform = ${platform}`);
  return where;
}

/** A page of prints of people in range, the newest first. */
export async function listPrints(call: Means, input: Parsed<typeof printList>): Promise<Reply<typeof printList>> {
  const where = [...narrowed(call, input), ...behind(input.after, 'uuid')];
  if (input.printer) where.push(sql`log.printer ilike ${containing(input.printer)}`);
  if (input.result) where.push(sql`log.result = ${input.result}`);
  const { rows } = await sql<
    Omit<PrintRow, Named>
  >`select log.id::text as id, log.at, log.employee_id as "employeeId", log.file_name as "fileName", log.level,
      log.pages, log.copies, coalesce(log.printer, '') as printer, coalesce(log.device_name, '') as "deviceName", log.platform, coalesce(log.address, '') as address,
      log.result, coalesce(log.rule_name, '') as "ruleName", log.ref
    from file_print log where ${sql.join(where, sql` and `)} order by log.at desc, log.id desc limit ${input.pageSize + 1}`.execute(
    call.db,
  );
  return sliced(call, rows, input.pageSize);
}

async function sliced<R extends { id: string; at: number; employeeId: string }>(call: Means, rows: readonly R[], pageSize: number) {
  const shown = rows.slice(0, pageSize);
  const named = await namedPeople(
    call,
    shown.map(({ employeeId }) => employeeId),
  );
  const last = shown.at(-1);
  return {
    list: shown.map((row) => ({ ...row, ...named(row.employeeId) })),
    next: rows.length > shown.length && last ? cursorOf(last) : null,
  };
}

/** More than so many rows are not counted. */
const mostCounted = 10_000;

/** A page of screenshots of people in range, the newest first: by number for the first pages, else by the place behind the last row. */
export async function listScreenshots(call: Means, input: Parsed<typeof screenshotList>): Promise<Reply<typeof screenshotList>> {
  const where = narrowed(call, input);
  if (input.place) where.push(sql`log.place = ${input.place}`);
  if (input.kind) where.push(sql`log.kind = ${input.kind}`);
  if (input.fileId) where.push(sql`log.file_id = ${input.fileId}::uuid`);
  const page = [...where, ...behind(input.after, 'bigint')];
  const skipped = input.after === undefined ? (input.pageNum - 1) * input.pageSize : 0;
  const { rows } = await sql<
    Omit<ScreenRow, Named>
  >`select log.id::text as id, log.at, log.reported_at as "reportedAt", log.employee_id as "employeeId", log.kind, log.place,
      log.file_name as "fileName", log.prevented, log.platform, coalesce(log.device_name, '') as "deviceName", coalesce(log.address, '') as address
    from file_screenshot log where ${sql.join(page, sql` and `)} order by log.at desc, log.id desc limit ${input.pageSize + 1} offset ${skipped}`.execute(
    call.db,
  );
  const { rows: counted } = await sql<{
    n: number;
  }>`select count(*) as n from (select from file_screenshot log where ${sql.join(where, sql` and `)}
    limit ${mostCounted + 1}) as counted`.execute(call.db);
  const n = Number(counted[0]?.n ?? 0);
  const total = Math.min(n, mostCounted);
  return { ...(await sliced(call, rows, input.pageSize)), total, pages: Math.ceil(total / input.pageSize), estimated: n > mostCounted };
}
