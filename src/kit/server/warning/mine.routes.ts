import { sql } from 'kysely';
import { warningMine, warningMineRead, type NotifiedWarning } from '#kit/common/warning/mine.contract.ts';
import type { NoticeReason, WarningFacts, WarningSeverity, WarningState } from '#kit/common/warning/warning-facts.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '../directory.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { readableDepartments, warningRangeOf } from './warning-range.ts';
import { warningSentence } from './warning-text.ts';
import './warning.table.ts';

/** What one was told of: the bell and the home page. */
export const mineRoutes: readonly BoundRoute[] = [
  handle(warningMine, (call, input) => listMine(call, input)),
  handle(warningMineRead, (call, { ids }) =>
    call.write(async (tx) => {
      const { rows } = await sql`update warning_notice set read_at = ${call.services.now()}
        where uid = ${call.caller.uid}::uuid and channel = 'console' and state = 'sent' and read_at is null
          ${ids ? sql`and id = any(${ids}::uuid[])` : sql``} returning id`.execute(tx);
      return { count: rows.length };
    }),
  ),
];

interface Row {
  id: string;
  warning_id: string;
  reason: NoticeReason;
  severity: WarningSeverity;
  at: number;
  read_at: number | null;
  state: WarningState;
  kind: string;
  object_id: string;
  object_name: string;
  dept_id: string | null;
  facts: WarningFacts;
}

async function listMine({ db, caller, services }: Call, input: Parsed<typeof warningMine>): Promise<Reply<typeof warningMine>> {
  const own = sql`notice.uid = ${caller.uid}::uuid and notice.channel = 'console' and notice.state = 'sent'`;
  const { rows } =
    await sql<Row>`select notice.id, warning_id, notice.reason, notice.severity, notice.at, read_at, warning.state, kind, object_id, object_name, dept_id, facts
    from warning_notice notice join warning on warning.id = warning_id
    where ${own} ${input.after ? sql`and notice.id < ${input.after}::uuid` : sql``}
      ${
        input.open
          ? sql`and warning.state in ('open', 'acknowledged') and notice.id = (select max(last.id::text)::uuid from warning_notice last
        where last.warning_id = warning.id and last.uid = notice.uid and last.channel = 'console' and last.state = 'sent')`
          : sql``
      }
    order by notice.id desc limit ${input.pageSize + 1}`.execute(db);
  const unread = await sql<{ n: number }>`select count(*) as n from warning_notice notice where ${own} and read_at is null`.execute(db);
  const shown = rows.slice(0, input.pageSize);
  const mayRead = await readableDepartments(db, services, { range: warningRangeOf(caller.grants), ids: shown.map((row) => row.dept_id) });
  const list = shown.map((row): NotifiedWarning => {
    const kind = services.warnings.kindOf(row.kind);
    const readable = mayRead(row.dept_id);
    return {
      id: row.id,
      warningId: row.warning_id,
      severity: row.severity,
      reason: row.reason,
      state: row.state,
      text: readable
        ? warningSentence(kind, row, { language: caller.language })
        : services.texts.text(caller.language, 'kit', 'warning.outside', { kind: kind?.title[caller.language] ?? row.kind }),
      at: row.at,
      read: row.read_at !== null,
      link: readable ? (kind?.link?.({ id: row.object_id, facts: row.facts }) ?? null) : null,
    };
  });
  return { list, next: rows.length > input.pageSize ? (shown.at(-1)?.id ?? null) : null, unread: unread.rows[0]?.n ?? 0 };
}

/** How many warnings are open that this person was told of in the console. */
export async function countNotified(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct warning_id) as n from warning_notice join warning on warning.id = warning_id
    where uid = ${uid}::uuid and channel = 'console' and warning_notice.state = 'sent' and warning.state in ('open', 'acknowledged')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
