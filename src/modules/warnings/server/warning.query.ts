import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningTable } from '#kit/server/warning/warning.table.ts';
import { factText, nameFact, objectNameIn, warningSentence } from '#kit/server/warning/warning-text.ts';
import type * as contract from '../common/warning.contract.ts';
import { detailsOf } from './change-detail.ts';
import './notice-person.table.ts';
import type { Selectable } from 'kysely';

type Row = Selectable<WarningTable> & { notified: number; silence: string | null; cause_kind: string | null };

/** SQL condition: the warning lies in the range; what belongs to no department is for who sees everything. */
export function warningInRange({ directory }: Pick<Services, 'directory'>, range: Range): RawBuilder<boolean> {
  return range.all ? sql<boolean>`true` : sql<boolean>`(dept_id is not null and ${directory.departmentInRange(range, 'warning.dept_id')})`;
}

const rank = sql`array_position(array['critical', 'error', 'warning', 'info'], warning.severity)`;
const orders = {
  // The worst first is what people mean by sorting downwards.
  severity: sql`-${rank}`,
  lastAt: sql`last_at`,
  firstAt: sql`first_at`,
  count: sql`count`,
  kind: sql`warning.kind`,
};
const columns = sql`warning.*, (select count(distinct coalesce(person_id, uid)) from warning_notice where warning_id = warning.id and state <> 'suppressed') as notified,
  (select reason from silence where silence.id = silenced_by) as silence, (select kind from warning cause where cause.id = warning.inhibited_by) as cause_kind`;

/** Warnings in range. */
export async function listWarnings(call: Call, input: Parsed<typeof contract.warningList>): Promise<Reply<typeof contract.warningList>> {
  const { caller, db, services } = call;
  const where = [warningInRange(services, caller.scope())];
  const states = input.state?.length ? input.state : ['open', 'acknowledged'];
  where.push(sql<boolean>`warning.state = any(${states}::text[])`);
  if (input.text)
    where.push(
      sql<boolean>`(object_name ilike ${containing(input.text)} or exists (select from jsonb_each_text(facts -> ${nameFact}) where value ilike ${containing(input.text)}) or warning.kind ilike ${containing(input.text)} or warning.kind = any(${kindsNamed(services, input.text, caller.language)}::text[]))`,
    );
  if (input.severity?.length) where.push(sql<boolean>`warning.severity = any(${input.severity}::text[])`);
  if (input.kind) where.push(sql<boolean>`warning.kind = ${input.kind}`);
  if (input.module) where.push(sql<boolean>`module = ${input.module}`);
  if (input.objectId) where.push(sql<boolean>`object_id = ${input.objectId}`);
  if (input.before !== undefined) where.push(sql<boolean>`first_at < ${input.before}`);
  if (input.age !== undefined) where.push(agedBy(input.age, services.now()));
  if (input.mine) where.push(sql<boolean>`assignee_id = ${caller.uid}::uuid`);
  const order = input.sort ? orderOf(input.sort, orders, sql`warning.id`) : sql`${rank}, last_at desc, warning.id desc`;
  const { list, ...counted } = await readPage<Row>(db, { columns, from: sql`warning`, where, order }, input);
  return { list: await views(call, list), ...counted };
}

const hourMillis = 3_600_000;
const ageHours = { hour: 1, day: 24, week: 168 } as const;

function agedBy(age: (typeof contract.warningAges)[number], now: number): RawBuilder<boolean> {
  return age === 'older'
    ? sql<boolean>`first_at < ${now - ageHours.week * hourMillis}`
    : sql<boolean>`first_at >= ${now - ageHours[age] * hourMillis}`;
}

/** Kinds whose title holds the text. */
const kindsNamed = ({ warnings }: Pick<Services, 'warnings'>, text: string, language: Language): string[] =>
  warnings.kinds.filter(({ title }) => title[language].toLowerCase().includes(text.toLowerCase())).map(({ kind }) => kind);

async function views({ db, services, caller }: Call, rows: readonly Row[]) {
  const { language } = caller;
  const people = await services.directory.people(
    db,
    rows.flatMap((row) => row.ack_by ?? []),
    language,
  );
  const assignees = await services.directory.people(
    db,
    rows.flatMap((row) => row.assignee_id ?? []),
    language,
    caller.scope(),
  );
  return rows.map((row) => {
    const kind = services.warnings.kindOf(row.kind);
    return {
      id: row.id,
      version: row.version,
      kind: row.kind,
      title: kind?.title[language] ?? row.kind,
      module: row.module,
      moduleName: services.words.moduleName(row.module, language),
      severity: row.severity,
      state: row.state,
      text: warningSentence(kind, row, { language }),
      objectKind: row.object_kind,
      objectId: row.object_id,
      objectName: objectNameIn(row, language),
      count: row.count,
      firstAt: row.first_at,
      lastAt: row.last_at,
      openedAt: row.opened_at,
      holds: row.holds,
      overSince: row.over_since,
      ackBy: row.ack_by === null ? null : (people.get(row.ack_by)?.name ?? 'admin'),
      ackUntil: row.ack_until,
      assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: assignees.get(row.assignee_id)?.name ?? '' },
      resolvedAt: row.resolved_at,
      resolution: row.resolution,
      resolutionText: row.resolution_text,
      silencedBy: row.silence,
      inhibitedBy: row.cause_kind === null ? null : (services.warnings.kindOf(row.cause_kind)?.title[language] ?? row.cause_kind),
      notified: row.notified,
      link: kind?.link?.({ id: row.object_id, facts: row.facts }) ?? null,
    };
  });
}

const chartMillis = 7 * 86_400_000;

/** One warning with its facts and what became of it. */
export async function getWarning(call: Call, id: string): Promise<Reply<typeof contract.warningGet>> {
  const { caller, db, services } = call;
  const range = caller.scope();
  const { rows } = await sql<Row>`select ${columns} from warning where id = ${id}::uuid and ${warningInRange(services, range)}`.execute(db);
  const [row] = rows;
  if (!row) throw range.all ? notFound() : outOfRange();
  const [view] = await views(call, [row]);
  const kind = services.warnings.kindOf(row.kind);
  const { language } = caller;
  const names = [...Object.keys(kind?.facts ?? {}), ...Object.keys(row.facts).filter((name) => !kind?.facts?.[name])].filter(
    (name) => name !== nameFact && row.facts[name] !== undefined,
  );
  const [timeline, spans, rule] = await Promise.all([
    db.selectFrom('warning_change').selectAll().where('warning_id', '=', id).orderBy('id', 'desc').limit(200).execute(),
    db
      .selectFrom('warning_span')
      .select(['since', 'until', 'hits'])
      .where('kind', '=', row.kind)
      .where('object_id', '=', row.object_id)
      .where((is) => is.or([is('until', 'is', null), is('until', '>', services.now() - chartMillis)]))
      .orderBy('since')
      .limit(2_000)
      .execute(),
    row.rule_id === null ? undefined : db.selectFrom('warning_rule').selectAll().where('id', '=', row.rule_id).executeTakeFirst(),
  ]);
  const details = await detailsOf(call, timeline);
  return {
    ...view!,
    facts: names.map((name) => ({
      name,
      label: kind?.facts?.[name]?.label[language] ?? name,
      value: factText(row.facts[name] ?? null, kind?.facts?.[name], { language }),
    })),
    timeline: timeline.map((one, at) => ({ at: one.at, what: one.what, name: one.name, detail: details[at] ?? null })),
    spans: spans.map(({ since, until, hits }) => ({ since, until, hits })),
    rule: rule
      ? {
          id: rule.id,
          name: rule.shipped ? view!.title : rule.name,
          forMinutes: rule.for_minutes,
          clearMinutes: rule.clear_minutes,
          repeatHours: rule.repeat_hours,
        }
      : null,
  };
}

/** How many are in force. */
export async function countWarnings({ caller, db, services }: Call): Promise<Reply<typeof contract.warningCount>> {
  const { rows } = await sql<{
    kind: string;
    severity: WarningSeverity;
    n: number;
    acknowledged: number;
    silenced: number;
  }>`select kind, severity, count(*) as n,
      count(*) filter (where state = 'acknowledged') as acknowledged, count(*) filter (where silenced_by is not null) as silenced
    from warning where state in ('open', 'acknowledged') and ${warningInRange(services, caller.scope())} group by kind, severity
    order by ${rank}, n desc, kind`.execute(db);
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const bySeverity = (severity: string): number => sum((row) => (row.severity === severity ? row.n : 0));
  return {
    info: bySeverity('info'),
    warning: bySeverity('warning'),
    error: bySeverity('error'),
    critical: bySeverity('critical'),
    acknowledged: sum((row) => row.acknowledged),
    silenced: sum((row) => row.silenced),
    kinds: rows.map(({ kind, severity, n }) => ({
      kind,
      title: services.warnings.kindOf(kind)?.title[caller.language] ?? kind,
      severity,
      count: n,
    })),
  };
}
