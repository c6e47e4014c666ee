import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { callerOf, systemCaller, type Caller } from '#kit/server/caller.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind, Services } from '#kit/server/services.ts';
import { mailRecipients, type MailRecipient } from '#modules/warnings/server/public.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { ReportOutcome, ReportRow, Schedule } from '../../common/saved/report.contract.ts';
import { makeExport, type MadeExport } from '../export.job.ts';
import { exportedParts } from '../export.rows.ts';
import { dayText, lastDue, spanOf } from './report.plan.ts';
import { linkOf, raiseReport } from './report.warnings.ts';
import { makeSummary } from './summary.file.ts';
import './saved.table.ts';

interface Payload {
  reportId: string;
  due: number;
}

interface Report {
  id: string;
  name: string;
  schedule: Schedule;
  format: ReportRow['format'];
  person_ids: string[];
  log: ExportedLog;
  filters: Record<string, unknown>;
  columns: string[] | null;
}

const word = 'report.send';
/** How long the files of a report are kept. */
const keepMillis = 7 * 86_400_000;
/** How long it is told what became of a run. */
const tellMillis = 400 * 86_400_000;

/** Sends one run of a report: each recipient a file of their own, made with their own right and range; who has no right gets the notice alone. */
export const reportJob: JobKind<Payload, { files: number }> = {
  kind: 'logs.report',
  title: { namespace: 'logs', key: 'job.report' },
  code: null,
  exclusive: ({ reportId }) => reportId,
  run: async (context, { reportId, due }) => {
    const { services, signal } = context;
    const { db } = services.database;
    const report = await readReport(services, reportId);
    if (!report) return { files: 0 };
    const begun = services.now();
    const done = await db
      .selectFrom('log_report_sent')
      .select('person_id')
      .where('report_id', '=', reportId)
      .where('due_at', '=', due)
      .execute();
    const left = (await mailRecipients(services, report.person_ids)).filter(({ id }) => !done.some(({ person_id }) => person_id === id));
    const outcomes: ReportOutcome[] = [];
    for (const person of left) {
      signal.throwIfAborted();
      outcomes.push(await sendTo(context, { report, due, person }));
    }
    const caller = systemCaller(word);
    caller.touch({ kind: 'logReport', id: report.id, name: report.name });
    const files = outcomes.filter((outcome) => outcome === 'file').length;
    const durationMs = services.now() - begun;
    const detail = { log: report.log, recipients: outcomes.length, files };
    await writeAudit(db, caller, { path: word, module: 'logs', code: 0, durationMs, detail });
    await db
      .deleteFrom('log_report_sent')
      .where('due_at', '<', services.now() - tellMillis)
      .execute();
    return { files };
  },
};

async function readReport({ database }: Pick<Services, 'database'>, id: string): Promise<Report | undefined> {
  const { rows } = await sql<Report>`select log_report.id, log_report.name, schedule, format, person_ids, log, filters, columns
    from log_report join saved_search on saved_search.id = search_id where log_report.id = ${id}::uuid and enabled`.execute(database.db);
  return rows[0];
}

interface Sending {
  report: Report;
  due: number;
  person: MailRecipient;
}

/** What one recipient gets, noted in the transaction in which the mail is queued. */
async function sendTo(context: JobContext, { report, due, person }: Sending): Promise<ReportOutcome> {
  const { services } = context;
  const part = exportedParts[report.log];
  const note = async (outcome: ReportOutcome, made?: { fileId: string; rows: number }): Promise<ReportOutcome> => {
    await services.database.db.transaction().execute(async (tx) => {
      if (person.address !== undefined)
        await services.mails.queue(tx, {
          template: made ? 'logs.report' : 'logs.reportNotice',
          to: { address: person.address, name: person.name },
          language: person.language,
          values: {
            name: report.name,
            period: periodOf(report, due),
            ...(made && { rows: made.rows, link: `${services.settings.publicUrl ?? ''}${linkOf(report.log, made.fileId)}` }),
          },
          dedupeKey: `logs.report ${report.id} ${due} ${person.id}`,
        });
      else if (person.otherwise) await raiseReport(tx, services, { report, due, personId: person.id, period: periodOf(report, due), made });
      const sent = { report_id: report.id, due_at: due, person_id: person.id, at: services.now(), outcome };
      await tx
        .insertInto('log_report_sent')
        .values({ ...sent, file_id: made?.fileId ?? null, rows: made?.rows ?? null })
        .execute();
    });
    return outcome;
  };
  if (person.address === undefined && !person.otherwise) return note('noAddress');
  const reader = person.uid === null ? undefined : await readerOf(services, person.uid, part.code, person.language);
  if (!reader) return note('notice');
  try {
    return await note('file', await makeFile({ ...context, caller: reader }, report, due));
  } catch (error) {
    // Too many rows, filters that an older version knew, a right that went meanwhile: the others get theirs.
    if (!(error instanceof Refusal)) throw error;
    services.log.warn({ report: report.id, person: person.id, code: error.answer }, 'A report could not be made for a recipient');
    return note('failed');
  }
}

/** The rows of a report, or their summary. */
function makeFile(context: JobContext, report: Report, due: number): Promise<MadeExport> {
  const { name, log, format, columns, schedule, filters } = report;
  if (format === 'pdf') return makeSummary(context, { name, log, filters, schedule, due, period: periodOf(report, due), keepMillis });
  const payload = { log, format, reason: name, filters: { ...filters, ...spanOf(schedule, due) }, ...(columns && { columns }) };
  return makeExport(context, payload, { title: name, keepMillis });
}

function periodOf({ schedule }: Report, due: number): string {
  const { from, to } = spanOf(schedule, due);
  const [first, last] = [dayText(from), dayText(to)];
  return first === last ? first : `${first} – ${last}`;
}

/** The recipient as who exports; undefined where the right or the way in is missing. */
async function readerOf(
  services: Pick<Services, 'access' | 'database' | 'directory'>,
  uid: string,
  code: string,
  language: Language,
): Promise<Caller | undefined> {
  const [person, grants] = await Promise.all([services.directory.byUid(services.database.db, uid), services.access.grants(uid)]);
  if (!person?.mayEnter) return undefined;
  const caller = callerOf({
    uid,
    account: person.account,
    name: person.name,
    language,
    sessionId: null,
    address: '',
    userAgent: '',
    requestId: '',
    operation: word,
    grants,
    confirmedAt: 0,
    mustChangePassword: false,
    codes: [code],
  });
  return caller.can(code) ? caller : undefined;
}

/** Begins the reports that are due; of several nodes one begins each. A run that was missed while no server ran is made once, for the last span. */
export async function beginReports(services: Pick<Services, 'database' | 'jobs' | 'now'>): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const reports = await db
    .selectFrom('log_report')
    .leftJoin('log_report_state', 'report_id', 'id')
    .select(['id', 'schedule', 'updated_at', 'due_at'])
    .where('enabled', '=', true)
    .execute();
  for (const { id, schedule, updated_at, due_at } of reports) {
    const due = lastDue(schedule, now);
    // What was due before it was planned like this is not made up for.
    if (due <= Math.max(updated_at, due_at ?? 0)) continue;
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql`insert into log_report_state (report_id, due_at) values (${id}::uuid, ${due})
        on conflict (report_id) do update set due_at = excluded.due_at where log_report_state.due_at < excluded.due_at returning report_id`.execute(
        tx,
      );
      if (rows.length > 0) await services.jobs.start(tx, systemCaller(word), reportJob, { reportId: id, due });
    });
  }
}
