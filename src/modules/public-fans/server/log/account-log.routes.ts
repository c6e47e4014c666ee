import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { containing } from '#kit/server/read-page.ts';
import { accountInReach, assertSees } from '#modules/public-accounts/server/public.ts';
import { logExport, logList, type LogFilter, type LogRow } from '../../common/log.contract.ts';
import { logPage as page } from '../../common/permissions.ts';
import { sheetJob, type Means } from '../sheet-job.ts';
import { eventWord } from './event-word.ts';

interface Stored {
  id: string;
  at: number;
  snoId: string;
  account: LocalDraft;
  kind: string;
  employeeId: string | null;
  by: string;
  refId: string | null;
  ref: string;
  result: LogRow['result'];
  reason: string;
  detail: unknown;
}

/** A place in the log: the moment and the id of the last row. */
function behind(after: string | undefined): RawBuilder<boolean>[] {
  if (after === undefined) return [];
  const [at = '', id = ''] = after.split('.');
  if (!/^\d{1,16}$/.test(at) || !/^[0-9a-f-]{36}$/.test(id))
    throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
  return [sql<boolean>`(log.at, log.id) < (${at}::bigint, ${id}::uuid)`];
}

function whereOf({ tab, snoId, kind, employeeId, result, refId, text, from, to }: LogFilter): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [sql`log.tab = ${tab}`];
  if (snoId !== undefined) where.push(sql`log.sno_id = ${snoId}::uuid`);
  if (kind) where.push(sql`(log.kind = ${kind} or starts_with(log.kind, ${`${kind}.`}))`);
  if (employeeId !== undefined) where.push(sql`(log.employee_id = ${employeeId}::uuid or log.by_id = ${employeeId})`);
  if (result !== undefined) where.push(sql`log.result = ${result}`);
  if (refId !== undefined) where.push(sql`log.ref_id = ${refId}::uuid`);
  if (text)
    where.push(
      sql`(log.ref_name ilike ${containing(text)} or log.by_name ilike ${containing(text)} or log.reason ilike ${containing(text)})`,
    );
  if (from !== undefined) where.push(sql`log.at >= ${from}::bigint`);
  if (to !== undefined) where.push(sql`log.at <= ${to}::bigint`);
  return where;
}

type Slice = Reply<typeof logList>;

/** A slice of what happened in the accounts that the caller sees. */
async function listLog(means: Means, { after, pageSize, ...filter }: Parsed<typeof logList>): Promise<Slice> {
  const { db, caller, services } = means;
  if (filter.snoId !== undefined) await assertSees(db, caller.scope(), filter.snoId);
  const where = [...whereOf(filter), accountInReach(caller.scope(), 'log.sno_id'), ...behind(after)];
  const { rows } =
    await sql<Stored>`select log.id, log.at, log.sno_id as "snoId", s.name as account, log.kind, log.employee_id as "employeeId",
      log.by_name as by, log.ref_id as "refId", log.ref_name as ref, log.result, log.reason, log.detail
    from sno_log log join sno s on s.id = log.sno_id where ${sql.join(where, sql` and `)}
    order by log.at desc, log.id desc limit ${pageSize + 1}`.execute(db);
  const shown = rows.slice(0, pageSize);
  const people = await services.directory.people(
    db,
    shown.flatMap(({ employeeId }) => employeeId ?? []),
    caller.language,
  );
  const last = shown.at(-1);
  return {
    list: shown.map(({ account, at, detail, ...row }) => ({
      ...row,
      at: Number(at),
      snoName: pick(account, caller.language),
      what: eventWord(means, row.kind),
      employeeName: people.get(row.employeeId ?? '')?.name ?? '',
      departmentName: people.get(row.employeeId ?? '')?.departmentName ?? '',
      detail: detail === null ? '' : typeof detail === 'string' ? detail : JSON.stringify(detail),
    })),
    next: rows.length > pageSize && last ? `${last.at}.${last.id}` : null,
  };
}

/** The log of accounts as a file. */
export const logJob = sheetJob<Parsed<typeof logExport>>({
  kind: 'snoLog.export',
  row: 'snoLog',
  code: page.button.export,
  columns: ['at', 'snoName', 'what', 'employeeName', 'departmentName', 'by', 'ref', 'result', 'reason', 'detail'],
  moments: ['at'],
  words: ['result'],
  rows: async function* (means, { filter }) {
    let after: string | undefined;
    do {
      const { list, next } = await listLog(means, { ...filter, pageSize: 200, after });
      yield* list;
      after = next ?? undefined;
    } while (after !== undefined);
  },
});

/** What happened in accounts, in the console. */
export const logRoutes: readonly BoundRoute[] = [
  handle(logList, listLog),
  handle(logExport, async (call, input) => {
    if (input.filter.snoId === undefined) call.caller.scope();
    else await assertSees(call.db, call.caller.scope(), input.filter.snoId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, logJob, input) }));
  }),
];
