import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { Call } from '#kit/server/handle.ts';
import { peopleSeen } from '#kit/server/names-seen.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { warningSentence } from '#kit/server/warning/warning-text.ts';
import type { WarningChangeTable, WarningNoticeTable } from '#kit/server/warning/warning.table.ts';
import { failureText } from '#modules/mail/server/public.ts';
import type * as contract from '../common/warning.contract.ts';
import { detailsOf } from './change-detail.ts';
import { warningInRange } from './warning.query.ts';

interface Beside {
  kind: string;
  object_name: string;
  facts: WarningFacts;
  now_severity: WarningSeverity;
}

const beside = sql`warning.kind, warning.object_name, warning.facts, warning.severity as now_severity`;

function between(
  table: string,
  { after, from, to }: { after?: string | undefined; from?: number | undefined; to?: number | undefined },
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return [
    ...(after ? [sql<boolean>`${column('id')} < ${after}::uuid`] : []),
    ...(from !== undefined ? [sql<boolean>`${column('at')} >= ${from}`] : []),
    ...(to !== undefined ? [sql<boolean>`${column('at')} <= ${to}`] : []),
  ];
}

/** Changes of state, newest first. */
export async function listHistory(
  call: Call,
  input: Parsed<typeof contract.warningHistory>,
): Promise<Reply<typeof contract.warningHistory>> {
  const { caller, db, services } = call;
  const where = [warningInRange(services, caller.scope()), ...between('change', input)];
  if (input.kind) where.push(sql<boolean>`warning.kind = ${input.kind}`);
  if (input.what?.length) where.push(sql<boolean>`change.what = any(${input.what}::text[])`);
  const { rows } = await sql<
    Selectable<WarningChangeTable> & Beside
  >`select change.*, ${beside} from warning_change change join warning on warning.id = change.warning_id
    where ${sql.join(where, sql` and `)} order by change.id desc limit ${input.pageSize + 1}`.execute(db);
  const shown = rows.slice(0, input.pageSize);
  const details = await detailsOf(call, shown);
  return {
    list: shown.map((row, at) => ({
      id: row.id,
      warningId: row.warning_id,
      at: row.at,
      what: row.what,
      severity: row.now_severity,
      text: warningSentence(services.warnings.kindOf(row.kind), row, caller),
      kind: row.kind,
      title: services.warnings.kindOf(row.kind)?.title[caller.language] ?? row.kind,
      by: row.name,
      detail: details[at] ?? null,
    })),
    next: rows.length > input.pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** What the other side said: that of mail is a code of ours where it never came so far. */
function answerOf({ caller, services }: Call, { answer, channel }: { answer: string | null; channel: string }): string | null {
  if (answer === null || answer === '') return null;
  return channel === 'mail' ? failureText(services.texts, caller.language, answer) : answer;
}

/** Notices with their results, newest first. */
export async function listNotices(
  call: Call,
  input: Parsed<typeof contract.warningNotices>,
): Promise<Reply<typeof contract.warningNotices>> {
  const { caller, db, services } = call;
  const where = [warningInRange(services, caller.scope()), ...between('notice', input)];
  if (input.warningId) where.push(sql<boolean>`notice.warning_id = ${input.warningId}::uuid`);
  if (input.channel?.length) where.push(sql<boolean>`notice.channel = any(${input.channel}::text[])`);
  if (input.state?.length) where.push(sql<boolean>`notice.state = any(${input.state}::text[])`);
  const { rows } = await sql<
    Selectable<WarningNoticeTable> & Beside
  >`select notice.*, ${beside} from warning_notice notice join warning on warning.id = notice.warning_id
    where ${sql.join(where, sql` and `)} order by notice.id desc limit ${input.pageSize + 1}`.execute(db);
  const shown = rows.slice(0, input.pageSize);
  const range = caller.scope();
  const seen = await peopleSeen(
    db,
    { directory: services.directory, range },
    shown.map(({ uid }) => uid),
  );
  const isSeen = ({ uid }: { uid: string | null }): boolean => !seen || (uid !== null && seen.has(uid));
  return {
    list: shown.map((row) => ({
      id: row.id,
      warningId: row.warning_id,
      at: row.at,
      person: isSeen(row) ? row.person_name : outsideWord(caller.language),
      channel: row.channel,
      reason: row.reason,
      severity: row.severity,
      state: row.state,
      suppressedBy: row.suppressed_by,
      attempts: row.attempts,
      // What the other side says often names the address.
      answer: isSeen(row) ? answerOf(call, row) : null,
      endedAt: row.ended_at,
      text: warningSentence(services.warnings.kindOf(row.kind), row, caller),
    })),
    next: rows.length > input.pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}
