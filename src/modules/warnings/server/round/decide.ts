import { sql, type Selectable } from 'kysely';
import { compareSeverity, type NoticeChannel, type NoticeReason } from '#kit/common/warning/warning-facts.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningNoticeTable, WarningTable } from '#kit/server/warning/warning.table.ts';
import { carriers, messageTo, readPersons, superAdministrators, requestsFor, type Person, type Requested } from './persons.ts';
import { readRules, type Rule } from './rules.ts';
import { digestAt, quietUntil } from './zone-time.ts';

const atOnce = 500;
const never = Number.MAX_SAFE_INTEGER;

type Warning = Selectable<WarningTable>;
type Notice = Selectable<WarningNoticeTable>;

/** What a round knows while it decides. */
interface Round {
  tx: Tx;
  services: Services;
  now: number;
  persons: ReadonlyMap<string, Person>;
  rules: ReadonlyMap<string, Rule>;
}

/** Decides who is to be told of which open warning now, and when each is to be looked at next. */
export async function decide(tx: Tx, services: Services, now: number): Promise<void> {
  const due = await tx
    .selectFrom('warning')
    .selectAll()
    .where('state', '=', 'open')
    .where('look_at', '<=', now)
    .orderBy(sql`array_position(array['critical', 'error', 'warning', 'info'], severity)`)
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .execute();
  if (due.length === 0) return;
  const persons = await readPersons(tx, services, now);
  const rules = new Map((await readRules(tx, services)).map((rule) => [rule.id, rule]));
  const told = await tx
    .selectFrom('warning_notice')
    .selectAll()
    .where(
      'warning_id',
      'in',
      due.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const round = { tx, services, now, persons, rules };
  for (const warning of due)
    await decideOne(
      round,
      warning,
      told.filter((notice) => notice.warning_id === warning.id && notice.at >= (warning.opened_at ?? 0)),
    );
}

/** A person to be told, why, and from when on. */
interface Due {
  person: Person;
  reason: NoticeReason;
  at: number;
  channels: readonly NoticeChannel[];
}

async function decideOne(round: Round, warning: Warning, told: readonly Notice[]): Promise<void> {
  const { tx, now, rules } = round;
  const rule = warning.rule_id === null ? undefined : rules.get(warning.rule_id);
  if (!rule) return lookAgain(tx, warning, { look_at: never });
  const only = round.services.warnings.kindOf(warning.kind)?.onlyTo?.(warning.facts);
  const requests = only === undefined ? requestsFor(round.persons, warning, rule.noticePersonIds) : messageTo(round.persons, only);
  const rises = warning.told_severity !== null && compareSeverity(warning.severity, warning.told_severity) > 0;
  const reached = told.filter(({ state }) => state !== 'suppressed');
  const due = requests.map((request) => dueOf(warning, { request, rule, rises, reached }, now));
  if (only === undefined) due.push(...escalations(round, { warning, reached, rule }));
  let look = never;
  const rows: Notice[] = [];
  for (const one of due) {
    if (one.at > now) look = Math.min(look, one.at);
    else {
      const made = noticesFor(round, { warning, rule, told, due: one });
      rows.push(...made.rows);
      look = Math.min(look, made.look);
    }
  }
  if (only === undefined) {
    const last = await lastResort(round, { warning, rule, told, reached, requests, due });
    rows.push(...last.rows);
    look = Math.min(look, last.look);
  }
  if (rows.length > 0) await tx.insertInto('warning_notice').values(rows).execute();
  const tells = rows.some(({ state }) => state === 'queued');
  await lookAgain(tx, warning, { look_at: look, ...((tells || rises) && { told_at: now, told_severity: warning.severity }) });
}

async function lookAgain(tx: Tx, { id }: Warning, set: Partial<Pick<Warning, 'look_at' | 'told_at' | 'told_severity'>>): Promise<void> {
  await tx.updateTable('warning').set(set).where('id', '=', id).execute();
}

const hourMillis = 3_600_000;

function dueOf(
  warning: Warning,
  { request, rule, rises, reached }: { request: Requested; rule: Rule; rises: boolean; reached: readonly Notice[] },
  now: number,
): Due {
  const { person, channels } = request;
  const last = reached.findLast((notice) => notice.person_id === person.id);
  if (!last) return { person, channels, reason: 'open', at: (warning.opened_at ?? now) + request.delayMillis };
  if (rises) return { person, channels, reason: 'rise', at: now };
  return { person, channels, reason: 'repeat', at: last.at + rule.repeatHours * hourMillis };
}

/** Who comes after somebody that was told and did not see to it, or whom no channel reached. */
function escalations(round: Round, { warning, reached, rule }: { warning: Warning; reached: readonly Notice[]; rule: Rule }): Due[] {
  const asked = new Set(reached.map(({ person_id }) => person_id));
  return [...asked].flatMap((id): Due[] => {
    const before = id === null ? undefined : round.persons.get(id);
    const next = before?.escalate_to ? round.persons.get(before.escalate_to) : undefined;
    if (!before || !next || asked.has(next.id) || warning.state !== 'open') return [];
    const first = reached.find((notice) => notice.person_id === before.id);
    const at = isLost(reached, before.id) ? round.now : (first?.at ?? round.now) + patienceOf(before, rule);
    return [{ person: next, channels: next.channels, reason: 'escalated', at }];
  });
}

const patienceOf = (person: Person, rule: Rule): number => (person.escalate_after_minutes ?? rule.repeatHours * 60) * 60_000;

/** Whether the last time that somebody was to be told failed by every channel. */
function isLost(reached: readonly Notice[], personId: string): boolean {
  const own = reached.filter((notice) => notice.person_id === personId);
  const last = own.at(-1);
  return last !== undefined && own.filter((notice) => notice.at === last.at).every(({ state }) => state === 'failed');
}

interface Making {
  warning: Warning;
  rule: Rule;
  told: readonly Notice[];
  due: Due;
}

function noticesFor(round: Round, { warning, rule, told, due }: Making): { rows: Notice[]; look: number } {
  const { now, services } = round;
  const { person } = due;
  const quiet = warning.severity === 'critical' && !person.quiet?.criticalToo ? undefined : quietUntil(person.quiet, now, person.time_zone);
  const kept =
    warning.silenced_by !== null ? 'silence' : warning.inhibited_by !== null ? 'inhibited' : quiet !== undefined ? 'quiet' : undefined;
  const channels = carriers(due.channels, person.channels, services.warnings.kindOf(warning.kind)?.notBy ?? []);
  const notBefore = rule.digest === 'atOnce' ? now : digestAt(rule.digest, now, person.time_zone);
  const row = (channel: NoticeChannel): Notice => ({
    ...blank(warning, due.reason, now),
    person_id: person.id,
    person_name: person.name,
    uid: channel === 'console' ? person.employee_id : null,
    channel,
    ...(kept ? { state: 'suppressed', suppressed_by: kept, ended_at: now } : { not_before: notBefore }),
  });
  if (!kept)
    return {
      rows: channels.map(row),
      look: Math.min(now + rule.repeatHours * hourMillis, person.escalate_to === null ? never : now + patienceOf(person, rule)),
    };
  // Once said that it was kept back is enough, however often it is looked at.
  const known = told.some((notice) => notice.person_id === person.id && notice.suppressed_by === kept && notice.reason === due.reason);
  return { rows: known ? [] : channels.map(row), look: kept === 'quiet' ? (quiet ?? never) : never };
}

const blank = (warning: Warning, reason: NoticeReason, now: number): Notice => ({
  id: newId(),
  warning_id: warning.id,
  person_id: null,
  person_name: '',
  uid: null,
  channel: 'console',
  reason,
  severity: warning.severity,
  state: 'queued',
  suppressed_by: null,
  at: now,
  not_before: now,
  message_id: null,
  mail_id: null,
  attempts: 0,
  next_at: null,
  answer: null,
  ended_at: null,
  read_at: null,
});

interface Resort {
  warning: Warning;
  rule: Rule;
  told: readonly Notice[];
  reached: readonly Notice[];
  requests: readonly Requested[];
  due: readonly Due[];
}

/** Nobody asked to be told, or nobody could be reached: the super administrators are, in the console. Mere information reaches nobody so. */
async function lastResort(round: Round, { warning, rule, reached, requests, due }: Resort): Promise<{ rows: Notice[]; look: number }> {
  const nothing = { rows: [], look: never };
  if (warning.silenced_by !== null || warning.inhibited_by !== null) return nothing;
  const people = new Set(reached.flatMap(({ person_id }) => person_id ?? []));
  const lost = people.size > 0 && [...people].every((id) => isLost(reached, id)) && due.every(({ reason }) => reason !== 'escalated');
  const nobody = requests.length === 0 && people.size === 0 && compareSeverity(warning.severity, 'warning') >= 0;
  if (!lost && !nobody) return nothing;
  const { now, tx, services } = round;
  const before = reached.findLast(({ person_id }) => person_id === null);
  const again = (before?.at ?? 0) + rule.repeatHours * hourMillis;
  const rises = before !== undefined && compareSeverity(warning.severity, before.severity) > 0;
  if (before && again > now && !rises) return { rows: [], look: again };
  const reason: NoticeReason = !before ? (lost ? 'escalated' : 'open') : rises ? 'rise' : 'repeat';
  const people_ = await superAdministrators(tx, services, now);
  const rows = people_.map(({ uid, name }): Notice => ({ ...blank(warning, reason, now), uid, person_name: name }));
  return { rows, look: now + rule.repeatHours * hourMillis };
}
