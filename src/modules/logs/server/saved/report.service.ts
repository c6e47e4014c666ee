import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import type { Db } from '#kit/server/directory.ts';
import { assertCan, InvalidInput, notFound } from '#kit/server/refusal.ts';
import { noticePersonNames } from '#modules/warnings/server/public.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import type { reportList, ReportOutcome, reportRemove, ReportRow, reportSave, Schedule } from '../../common/saved/report.contract.ts';
import { exportedParts } from '../export.rows.ts';
import { nextDue } from './report.plan.ts';
import { logReportKind } from './saved.kinds.ts';
import './saved.table.ts';
import { ofSeenLog, sharedWith } from './search.service.ts';

interface Row {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  name: string;
  search_id: string;
  schedule: Schedule;
  format: ReportRow['format'];
  person_ids: string[];
  enabled: boolean;
  search_name: string;
  log: ExportedLog;
}

interface Sent {
  report_id: string;
  due_at: number;
  person_id: string;
  outcome: ReportOutcome;
  rows: number | null;
}

type Names = ReadonlyMap<string, string>;

const columns = sql`log_report.*, saved_search.name as search_name, saved_search.log as log`;
const from = sql`log_report join saved_search on saved_search.id = search_id`;
const orders = { name: sql`lower(log_report.name)`, updatedAt: sql`log_report.updated_at` };

/** Reports of the logs that the caller may see. */
export async function listReports(call: Call, input: Parsed<typeof reportList>): Promise<Reply<typeof reportList>> {
  const { caller, db } = call;
  const where = [ofSeenLog(caller)];
  if (input.text) where.push(sql<boolean>`log_report.name ilike ${containing(input.text)}`);
  const order = orderOf(input.sort ?? 'name', orders, sql`log_report.id`);
  const { list, ...counted } = await readPage<Row>(db, { columns, from, where, order }, input);
  const persons = (await noticePersonNames(db, call)).flatMap(({ id, name, seen }) => (seen ? [{ id, name }] : []));
  return {
    list: await viewsOf(call, db, list),
    ...counted,
    persons: caller.can(operationLog.button.saveReport) ? persons : [],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

async function viewsOf(call: Pick<Call, 'services' | 'caller'>, db: Db, rows: readonly Row[]): Promise<ReportRow[]> {
  const { services } = call;
  const names: Names = new Map((await noticePersonNames(db, call)).map(({ id, name }) => [id, name]));
  const ids = rows.map(({ id }) => id);
  const { rows: sent } = await sql<Sent>`select report_id, due_at, person_id, outcome, rows from log_report_sent as sent
    where report_id = any(${ids}::uuid[]) and due_at = (select max(due_at) from log_report_sent where report_id = sent.report_id)
    order by person_id`.execute(db);
  return rows.map((row) => {
    const last = sent.filter((one) => one.report_id === row.id);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.created_at,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      name: row.name,
      searchId: row.search_id,
      schedule: row.schedule,
      format: row.format,
      personIds: row.person_ids,
      enabled: row.enabled,
      searchName: row.search_name,
      log: row.log,
      personNames: row.person_ids.flatMap((id) => names.get(id) ?? []),
      nextAt: row.enabled ? nextDue(row.schedule, services.now()) : null,
      last: last[0]
        ? {
            at: last[0].due_at,
            sent: last.map(({ person_id, outcome, rows: n }) => ({ name: names.get(person_id) ?? '', outcome, rows: n })),
          }
        : null,
    };
  });
}

/** Plans a report or changes one. Its search must be the caller's to see, and its log the caller's to export. */
export async function saveReport(call: Call, input: Parsed<typeof reportSave>): Promise<ReportRow> {
  const { caller } = call;
  const { id: known, version, ...draft } = input;
  return call.write(async (tx) => {
    const before =
      known === undefined
        ? undefined
        : await tx.selectFrom('log_report').select(['search_id', 'person_ids']).where('id', '=', known).executeTakeFirst();
    if (known !== undefined && !before) throw notFound();
    const { rows: found } = await sql<{ log: ExportedLog }>`select log from saved_search where id = ${draft.searchId}::uuid
      and (${sharedWith(caller)} or id = ${before?.search_id ?? null}::uuid)`.execute(tx);
    if (!found[0]) throw new InvalidInput([{ path: 'searchId', namespace: 'logs', key: 'issue.noSearch' }]);
    assertCan(caller, exportedParts[found[0].log].code);
    // Who is gone since stays named until somebody takes them out.
    const choices = (await noticePersonNames(tx, call)).flatMap(({ id, seen }) => (seen ? [id] : []));
    const persons = new Set([...choices, ...(before?.person_ids ?? [])]);
    if (draft.personIds.some((id) => !persons.has(id)))
      throw new InvalidInput([{ path: 'personIds', namespace: 'logs', key: 'issue.noPerson' }]);
    const fields: Record<string, unknown> = { ...draft };
    let id = known;
    if (id === undefined)
      [id] = await createObjects(tx, caller, logReportKind, [{ name: draft.name, path: null, fields: fields as Fields }]);
    else await changeObjects(tx, caller, logReportKind, [{ id, version: version ?? 0, fields: fields as Fields }]);
    const { rows } = await sql<Row>`select ${columns} from ${from} where log_report.id = ${id}::uuid`.execute(tx);
    const [view] = await viewsOf(call, tx, rows);
    if (!view) throw notFound();
    return view;
  });
}

/** Plans reports no more. */
export const removeReports = (call: Call, { ids }: Parsed<typeof reportRemove>): Promise<{ count: number }> =>
  call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, logReportKind, ids, {}) }));
