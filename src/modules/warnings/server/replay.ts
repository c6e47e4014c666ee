import { sql } from 'kysely';
import { compareSeverity, type WarningFacts, type WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { objectNameIn } from '#kit/server/warning/warning-text.ts';
import { replayDays, type ruleReplay } from '../common/rule.contract.ts';
import { isUnder, matches } from './round/rules.ts';
import { assertSiteWide } from './site-wide.ts';

const minuteMillis = 60_000;
const dayMillis = 86_400_000;
const shown = 100;
/** Spans read; more than that many in 30 days are a storm, of which the latest are tried. */
const most = 200_000;

/** When a condition held for one object. */
export interface Span {
  readonly objectId: string;
  readonly objectName: string;
  readonly severity: WarningSeverity;
  readonly since: number;
  readonly until: number | null;
}

/** A warning that a rule would have made. */
export interface Fired {
  readonly objectId: string;
  readonly objectName: string;
  readonly severity: WarningSeverity;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
}

/** What a rule makes of the spans of one object, the oldest first: times that are closer than it waits to clear are one. */
export function replaySpans(
  spans: readonly Span[],
  rule: { severity: WarningSeverity | null; forMinutes: number; clearMinutes: number; moment: boolean },
  now: number,
): { fired: Fired[]; tooShort: number } {
  const fired: Fired[] = [];
  let tooShort = 0;
  let open: { span: Span; severity: WarningSeverity; since: number; end: number | null; openedAt: number | undefined } | undefined;
  const wait = rule.moment ? 0 : rule.forMinutes * minuteMillis;
  const patience = rule.clearMinutes * minuteMillis;
  const close = (): void => {
    if (!open) return;
    if (open.openedAt === undefined) tooShort += 1;
    else {
      const resolved = open.end === null ? null : open.end + patience;
      const { objectId, objectName } = open.span;
      fired.push({
        objectId,
        objectName,
        severity: rule.severity ?? open.severity,
        openedAt: open.openedAt,
        resolvedAt: resolved !== null && resolved <= now ? resolved : null,
      });
    }
    open = undefined;
  };
  for (const span of spans) {
    // Only what has fired waits to clear; what was too short before it did is forgotten with its end.
    if (open && open.end !== null && span.since > open.end + (open.openedAt === undefined ? 0 : patience)) close();
    open ??= { span, severity: span.severity, since: span.since, end: null, openedAt: undefined };
    if (compareSeverity(span.severity, open.severity) > 0) open.severity = span.severity;
    const begun = open.openedAt === undefined ? span.since : open.since;
    open.end = span.until;
    if (open.openedAt === undefined && (span.until ?? now) - begun >= wait) open.openedAt = begun + wait;
  }
  close();
  return { fired, tooShort };
}

/** Tries a rule on the last 30 days. */
export async function replayRule(call: Call, input: Parsed<typeof ruleReplay>): Promise<Reply<typeof ruleReplay>> {
  const { caller, db, services } = call;
  assertSiteWide(caller);
  const now = services.now();
  const from = now - replayDays * dayMillis;
  const rows = await db
    .selectFrom('warning_span')
    .selectAll()
    .where('kind', '=', input.kind)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', from)]))
    .orderBy('since', 'desc')
    .limit(most)
    .execute();
  const { departmentId } = input.match;
  const paths = departmentId
    ? await services.directory.departments(db, [departmentId, ...new Set(rows.flatMap(({ dept_id }) => dept_id ?? []))])
    : new Map();
  const rule = { kind: input.kind, match: matchOf(input.match), inDepartment: departmentId ? isUnder(paths, departmentId) : undefined };
  const byObject = new Map<string, Span[]>();
  const facts = await factsOf(db, input.kind, rows);
  const named = rows.map((row) => ({ ...row, facts: facts.get(row.object_id) ?? {} }));
  for (const row of named.toReversed().filter((one) => matches(rule, one))) {
    const span = {
      objectId: row.object_id,
      objectName: objectNameIn(row, caller.language),
      severity: row.severity,
      since: Math.max(row.since, from),
      until: row.until,
    };
    const known = byObject.get(row.object_id);
    if (known) known.push(span);
    else byObject.set(row.object_id, [span]);
  }
  const moment = services.warnings.kindOf(input.kind)?.moment ?? false;
  const tried = [...byObject.values()].map((spans) => replaySpans(spans, { ...input, moment }, now));
  const fired = tried.flatMap((one) => one.fired).toSorted((one, other) => other.openedAt - one.openedAt);
  const days = Array.from({ length: replayDays }, () => 0);
  for (const { openedAt } of fired) {
    const day = Math.min(replayDays - 1, Math.floor((openedAt - from) / dayMillis));
    days[day] = (days[day] ?? 0) + 1;
  }
  return {
    from,
    days,
    total: fired.length,
    objects: new Set(fired.map(({ objectId }) => objectId)).size,
    tooShort: tried.reduce((sum, one) => sum + one.tooShort, 0),
    list: fired.slice(0, shown),
  };
}

/** What the last warning of each object knew: names in every language are kept there. */
async function factsOf(db: Db, kind: string, rows: readonly { object_id: string }[]): Promise<Map<string, WarningFacts>> {
  const ids = [...new Set(rows.map(({ object_id }) => object_id))];
  const { rows: found } = await sql<{ object_id: string; facts: WarningFacts }>`select distinct on (object_id) object_id, facts
    from warning where kind = ${kind} and object_id = any(${ids}::text[]) order by object_id, id desc`.execute(db);
  return new Map(found.map((one) => [one.object_id, one.facts]));
}

const matchOf = ({ objectIds, nameHas, departmentId }: Parsed<typeof ruleReplay>['match']) => ({
  ...(objectIds && { objectIds }),
  ...(nameHas !== undefined && { nameHas }),
  ...(departmentId && { departmentId }),
});
