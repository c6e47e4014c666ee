import { sql } from 'kysely';
import { compareSeverity, type WarningChangeWord, type WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import '#kit/server/warning/warning.table.ts';
import '../notice-person.table.ts';
import { readRules, ruleFor, type Rule } from './rules.ts';
import { askSolved } from './solved.ts';
import { isOpen } from './zone-time.ts';

const minuteMillis = 60_000;
const atOnce = 2_000;
/** A condition that was away for less is held to have lasted. */
const flapMillis = minuteMillis;

/** Writes what became of warnings into their time lines. */
export async function noteChanges(
  tx: Tx,
  now: number,
  changes: readonly { id: string; what: WarningChangeWord; uid?: string; name?: string; detail?: Record<string, string | number | null> }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('warning_change')
    .values(
      changes.map(({ id, what, uid, name, detail }) => ({
        id: newId(),
        warning_id: id,
        at: now,
        what,
        uid: uid ?? null,
        name: name ?? '',
        detail: JSON.stringify(detail ?? {}),
      })),
    )
    .execute();
}

/** Takes every warning to the state in which time, its rule and its condition have brought it. */
export async function advance(tx: Tx, services: Pick<Services, 'warnings' | 'directory'>, now: number): Promise<void> {
  const rules = await readRules(tx, services);
  await openPending(tx, rules, now);
  await changeSeverity(tx, now);
  await endAcknowledged(tx, now);
  await reopenHushed(tx, now);
  await hide(tx, services, now);
  await endCleared(tx, now);
}

type PendingRow = Awaited<ReturnType<typeof readPending>>[number];

const readPending = (tx: Tx) =>
  tx.selectFrom('warning').selectAll().where('state', '=', 'pending').orderBy('id').limit(atOnce).forUpdate().execute();

async function openPending(tx: Tx, rules: readonly Rule[], now: number): Promise<void> {
  const opened: { id: string; rule: Rule; row: PendingRow }[] = [];
  const passed: string[] = [];
  for (const row of await readPending(tx)) {
    const rule = ruleFor(rules, row);
    const wait = !rule || row.moment ? 0 : rule.forMinutes * minuteMillis;
    if (rule && (wait === 0 || (row.holds && now - row.first_at >= wait))) opened.push({ id: row.id, rule, row });
    else if (!row.holds && now - (row.over_since ?? row.last_at) >= flapMillis) passed.push(row.id);
  }
  for (const { id, rule, row } of opened)
    await tx
      .updateTable('warning')
      .set({ state: 'open', rule_id: rule.id, severity: rule.severity ?? row.raised_severity, opened_at: now, look_at: 0 })
      .where('id', '=', id)
      .execute();
  await noteChanges(
    tx,
    now,
    opened.map(({ id, rule, row }) => ({ id, what: 'opened', detail: { severity: rule.severity ?? row.raised_severity } })),
  );
  if (passed.length > 0)
    await tx.updateTable('warning').set({ state: 'resolved', resolution: 'passed', resolved_at: now }).where('id', 'in', passed).execute();
}

/** As it is raised now, or as its rule has it now. Worse ones are told again and wake who had acknowledged. */
async function changeSeverity(tx: Tx, now: number): Promise<void> {
  const { rows } = await sql<{ id: string; severity: WarningSeverity; requested: WarningSeverity }>`select warning.id, warning.severity,
      coalesce(rule.severity, raised_severity) as requested
    from warning left join warning_rule rule on rule.id = rule_id
    where state in ('open', 'acknowledged') and warning.severity <> coalesce(rule.severity, raised_severity)
    order by warning.id limit ${atOnce} for update of warning`.execute(tx);
  for (const { id, severity, requested } of rows) {
    const rises = compareSeverity(requested, severity) > 0;
    await sql`update warning set severity = ${requested}, look_at = case when ${rises} then 0 else look_at end,
      state = case when ${rises} then 'open' else state end, ack_until = case when ${rises} then null else ack_until end where id = ${id}`.execute(
      tx,
    );
  }
  await noteChanges(
    tx,
    now,
    rows.map(({ id, severity, requested }) => ({
      id,
      what: compareSeverity(requested, severity) > 0 ? 'rose' : 'fell',
      detail: { severity: requested, before: severity },
    })),
  );
}

async function endAcknowledged(tx: Tx, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`update warning set state = 'open', ack_until = null, look_at = 0
    where id in (select id from warning where state = 'acknowledged' and ack_until <= ${now} order by id for update) returning id`.execute(
    tx,
  );
  await noteChanges(
    tx,
    now,
    rows.map(({ id }) => ({ id, what: 'acknowledgeEnded' })),
  );
}

/** Somebody said that it was solved, and a day later it still is not. */
async function reopenHushed(tx: Tx, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`update warning set state = 'open', hushed_until = null, resolved_at = null, resolved_by = null,
      resolution = null, resolution_text = null, opened_at = ${now}, told_at = null, told_severity = null, look_at = 0
    where id in (select id from warning where state = 'resolved' and hushed_until <= ${now} order by id for update) returning id`.execute(
    tx,
  );
  await noteChanges(
    tx,
    now,
    rows.map(({ id }) => ({ id, what: 'reopened' })),
  );
}

/** What silences and causes keep back now; what is let go is looked at at once. */
async function hide(tx: Tx, { warnings }: Pick<Services, 'warnings'>, now: number): Promise<void> {
  const current = sql`state in ('open', 'acknowledged')`;
  const silences = await readSilences(tx, now);
  const silent = sql`(select id from unnest(${silences.map(({ id }) => id)}::uuid[]) as active(id) join silence using (id)
    where ${silenceMatches} order by id limit 1)`;
  const silenced = await sql<{ id: string; silenced_by: string | null }>`update warning set silenced_by = ${silent}, look_at = 0
    where id in (select id from warning where ${current} and silenced_by is distinct from ${silent} order by id for update)
    returning id, silenced_by`.execute(tx);
  await noteChanges(
    tx,
    now,
    silenced.rows.map((row) => ({ id: row.id, what: row.silenced_by ? 'silenced' : 'unsilenced' })),
  );
  for (const { kind, follows } of warnings.kinds) {
    if (!follows?.length) continue;
    const cause = sql`(select cause.id from warning cause where cause.kind = any(${follows}::text[]) and cause.object_id = warning.object_id
      and cause.state in ('open', 'acknowledged') and cause.severity in ('error', 'critical') order by cause.id limit 1)`;
    const inhibited = await sql<{ id: string; inhibited_by: string | null }>`update warning set inhibited_by = ${cause}, look_at = 0
      where id in (select id from warning where kind = ${kind} and ${current} and inhibited_by is distinct from ${cause} order by id for update)
      returning id, inhibited_by`.execute(tx);
    await noteChanges(
      tx,
      now,
      inhibited.rows.map((row) => ({ id: row.id, what: row.inhibited_by ? 'inhibited' : 'uninhibited' })),
    );
  }
}

/** SQL condition: the silence matches the warning. */
export const silenceMatches = sql<boolean>`(silence.kind is null or silence.kind = warning.kind) and (silence.module is null or silence.module = warning.module)
  and (silence.object_id is null or silence.object_id = warning.object_id) and (silence.severities = '{}' or warning.severity = any(silence.severities))`;

/** The silences in force. */
async function readSilences(tx: Tx, now: number): Promise<{ id: string }[]> {
  const rows = await tx
    .selectFrom('silence')
    .select(['id', 'weekly'])
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .orderBy('id')
    .execute();
  return rows.filter(({ weekly }) => weekly === null || isOpen(weekly, now));
}

async function endCleared(tx: Tx, now: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
    moment: boolean;
  }>`update warning set state = 'resolved', resolution = 'cleared', resolved_at = ${now}
    where id in (select warning.id from warning left join warning_rule rule on rule.id = rule_id
      where state in ('open', 'acknowledged') and not holds and over_since <= ${now} - coalesce(rule.clear_minutes, 5) * ${minuteMillis}::bigint
      order by warning.id limit ${atOnce} for update of warning)
    returning id, moment`.execute(tx);
  await noteChanges(
    tx,
    now,
    rows.map(({ id }) => ({ id, what: 'cleared' })),
  );
  await askSolved(
    tx,
    now,
    rows.filter(({ moment }) => !moment).map(({ id }) => id),
  );
}
