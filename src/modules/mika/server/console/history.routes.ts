import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { directory } from '#modules/people/server/public.ts';
import { historyPage } from '../../common/permissions.ts';
import * as contract from '../../common/session.contract.ts';
import type { SessionRow } from '../../common/session.contract.ts';
import { mikaSettings } from '../setting.ts';
import { sessionColumns, sessionDetail, sessionInRange, sharedWhere, shownSessions, type Means, type StoredRow } from './session-rows.ts';
import { statistics } from './statistics.ts';

const place = /^(\d{1,16})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

async function page(
  means: Means,
  { after, pageSize, ...filter }: contract.HistoryFilter & { after?: string | undefined; pageSize: number },
): Promise<{ list: SessionRow[]; next: string | null }> {
  const { db, caller, services } = means;
  const { from, to, result, helped, low, ...shared } = filter;
  const where: RawBuilder<boolean>[] = [sql`s.state = 'ended'`, sessionInRange(caller.scope()), ...sharedWhere(shared)];
  if (from !== undefined) where.push(sql`s.ended_at >= ${from}`);
  if (to !== undefined) where.push(sql`s.ended_at <= ${to}`);
  if (result !== undefined) where.push(sql`s.result = ${result}`);
  if (helped !== undefined) where.push(sql`s.helped = ${helped}`);
  if (low !== undefined) {
    const { lowScore } = await mikaSettings.now(services);
    where.push(low ? sql`s.score < ${lowScore / 100}` : sql`(s.score is null or s.score >= ${lowScore / 100})`);
  }
  if (after !== undefined) {
    const found = place.exec(after);
    if (!found) throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
    where.push(sql`(s.ended_at, s.id) < (${Number(found[1])}::bigint, ${found[2]!}::uuid)`);
  }
  const { rows } = await sql<StoredRow>`select ${sessionColumns} from mika_session s where ${sql.join(where, sql` and `)}
    order by s.ended_at desc, s.id desc limit ${pageSize + 1}`.execute(db);
  const list = await shownSessions(means, rows.slice(0, pageSize));
  const last = list.at(-1);
  return { list, next: rows.length > pageSize && last ? `${last.endedAt ?? 0}.${last.id}` : null };
}

const columns = [
  'endedAt',
  'startedAt',
  'employeeName',
  'departmentName',
  'sceneName',
  'turns',
  'score',
  'result',
  'helped',
  'failures',
  'takenByName',
  'ms',
] as const;

/** Ended sessions as a file: facts, never what was written. */
export const historyJob: JobKind<Parsed<typeof contract.historyExport>, MadeSheet> = {
  kind: 'mikaHistory.export',
  title: { namespace: 'mika', key: 'job.history' },
  code: historyPage.button.export,
  run: (context, { format, filter = {} }) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'mika', key);
    const means = { db: services.database.db, caller, services };
    async function* rows(): AsyncGenerator<Cell[]> {
      let after: string | undefined;
      do {
        const { list, next } = await page(means, { ...filter, after, pageSize: 200 });
        for (const row of list)
          yield columns.map((column): Cell => {
            const value = row[column];
            if (column === 'endedAt' || column === 'startedAt') return value === null ? '' : moment(Number(value));
            if (column === 'result') return value === null ? '' : word(`mikaSession.result.${value}`);
            if (column === 'helped') return word(`mikaSession.helped.${value}`);
            return value ?? '';
          });
        after = next ?? undefined;
      } while (after !== undefined);
    }
    return keepSheet(context, {
      title: word('job.history'),
      header: columns.map((column) => word(`mikaSession.column.${column}`)),
      rows: rows(),
      format,
      query: { ...filter },
    });
  },
};

const report = (call: Call, { turnId, wrong }: Parsed<typeof contract.historyReport>): Promise<Reply<typeof contract.historyReport>> =>
  call.write(async (tx) => {
    const range = call.caller.scope();
    const { rows } = await sql<{
      sessionId: string;
      employeeId: string;
    }>`update mika_turn t set wrong = ${wrong} where t.id = ${turnId}::uuid
      and ${directory.employeeInRange(range, 't.employee_id')} returning session_id as "sessionId", employee_id as "employeeId"`.execute(
      tx,
    );
    const [row] = rows;
    if (!row) throw range.all ? notFound() : outOfRange();
    const people = await call.services.directory.people(tx, [row.employeeId], call.caller.language, range);
    call.caller.touch({ kind: 'mikaSession', id: row.sessionId, name: people.get(row.employeeId)?.name ?? '' });
    return { id: turnId };
  });

/** Sessions that have ended. */
export const historyRoutes: readonly BoundRoute[] = [
  handle(contract.historyList, page),
  handle(contract.historyGet, (call, { id, ...reading }) => sessionDetail(call, id, reading)),
  handle(contract.historyStatistics, (call, { days }) => statistics(call, days)),
  handle(contract.historyReport, report),
  handle(contract.historyExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, historyJob, input) }));
  }),
];
