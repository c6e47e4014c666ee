import { sql } from 'kysely';
import type { WarningChangeWord, WarningFacts, WarningSeverity, WarningState } from '#kit/common/warning/warning-facts.ts';
import type { Services } from '#kit/server/services.ts';
import { placeChanges } from '#kit/server/warning/warning-places.ts';
import { factsIn, objectNameIn, warningSentence } from '#kit/server/warning/warning-text.ts';
import type { StreamEvent } from './syslog-message.ts';

interface Change {
  place: number;
  id: string;
  at: number;
  what: WarningChangeWord;
  uid: string | null;
  name: string;
  detail: Readonly<Record<string, string | number | null>>;
  warning_id: string;
  kind: string;
  module: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  severity: WarningSeverity;
  state: WarningState;
  facts: WarningFacts;
}

const severities: Readonly<Record<WarningSeverity, number>> = { critical: 2, error: 3, warning: 4, info: 6 };
const notice = 5;
/** Words that say that something is wrong now; the others tell what was made of it. */
const begins: ReadonlySet<WarningChangeWord> = new Set(['opened', 'reopened', 'rose', 'unsilenced', 'uninhibited']);
/** A log that was changed behind the back of the product concerns whoever watches over it at once. */
const alert = 1;

/** What became of warnings after a place, in the order in which it was done. */
export async function warningsAfter(services: Services, after: number, limit: number): Promise<{ events: StreamEvent[]; last: number }> {
  const { db } = services.database;
  await placeChanges(db);
  const { rows } =
    await sql<Change>`select change.place, change.id, change.at, change.what, change.uid, change.name, change.detail, warning.id as warning_id,
      warning.kind, warning.module, warning.object_kind, warning.object_id, warning.object_name, warning.severity, warning.state, warning.facts
    from warning_change change join warning on warning.id = change.warning_id
    where change.place > ${after} order by change.place limit ${limit}`.execute(db);
  return { events: rows.map((row) => eventOf(services, row)), last: rows.at(-1)?.place ?? after };
}

function eventOf({ warnings }: Pick<Services, 'warnings'>, row: Change): StreamEvent {
  const { id, at, place, what, kind, name } = row;
  const object = objectNameIn(row, 'en_US');
  const known = warnings.kindOf(kind);
  const text = warningSentence(known, row, { language: 'en_US', timeZone: 'UTC' });
  const word = `warning.${what}`;
  const severity = severityOf(row);
  return {
    log: 'warnings',
    seq: place,
    at,
    severity,
    word,
    text: `${known?.title.en_US ?? kind} (${what}, ${row.severity}): ${text}`,
    data: { actor: name, object, code: kind, level: row.severity, warningId: row.warning_id },
    body: {
      id,
      at,
      log: 'warnings',
      seq: place,
      word,
      what,
      kind,
      title: known?.title.en_US ?? kind,
      text,
      level: row.severity,
      state: row.state,
      module: row.module,
      objectKind: row.object_kind,
      objectId: row.object_id,
      object,
      warningId: row.warning_id,
      uid: row.uid,
      name,
      facts: factsIn(row.facts, 'en_US'),
      detail: row.detail,
    },
  };
}

function severityOf({ what, kind, severity }: Change): number {
  if (!begins.has(what)) return Math.max(notice, severities[severity]);
  return kind === 'audit.seal' && severity === 'critical' ? alert : severities[severity];
}
