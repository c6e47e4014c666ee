import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { snoEvent } from '../../common/client.contract.ts';
import { count } from '../push/counters.ts';

type Event = ClientInput<typeof snoEvent>['events'][number];

const dayMillis = 86_400_000;
const oldestMillis = 30 * dayMillis;
const mostSeconds = 86_400;

interface Delivered {
  readonly id: string;
  readonly snoId: string;
  readonly contentId: string;
  readonly at: number;
  readonly recalled: boolean;
}

interface Person {
  readonly uid: string;
  readonly platform: number;
  readonly now: number;
}

/** Takes what a terminal reports, each event once by its own id; those that can't be taken say why, and stop no other. */
export async function takeEvents(call: ClientCall, { events }: ClientInput<typeof snoEvent>): Promise<ClientReply<typeof snoEvent>> {
  const person = { uid: sessionOf(call).uid, platform: call.terminal.platform, now: call.services.now() };
  return call.write((tx) => takeFrom(tx, person, events));
}

/** Takes events of somebody's terminal, in a transaction. */
export async function takeFrom(tx: Tx, person: Person, events: readonly Event[]): Promise<ClientReply<typeof snoEvent>> {
  // Terminals of one person report one after the other: facts of a target are written in one order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${person.uid}, 15))`.execute(tx);
  const delivered = await deliveredTo(tx, person.uid, events);
  const refused: { id: string; reason: string }[] = [];
  const good = events.filter((event) => {
    const reason = hindrance(event, delivered.get(event.pushId), person.now);
    if (reason !== undefined) refused.push({ id: event.id, reason });
    return reason === undefined;
  });
  const fresh = await firstSeen(tx, person, good);
  for (const event of good) if (fresh.delete(event.id)) await apply(tx, person, event, delivered.get(event.pushId)!);
  return { taken: [...new Set(good.map(({ id }) => id))], refused };
}

async function deliveredTo(tx: Tx, uid: string, events: readonly Event[]): Promise<Map<string, Delivered>> {
  const { rows } = await sql<Delivered>`select p.id, p.sno_id as "snoId", p.content_id as "contentId", t.at,
      (p.recall_ordered_at is not null or t.recall_state is not null) as recalled
    from push_target t join push p on p.id = t.push_id
    where t.employee_id = ${uid}::uuid and t.state = 1 and t.push_id = any(${[...new Set(events.map(({ pushId }) => pushId))]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function hindrance({ kind, at, target }: Event, delivered: Delivered | undefined, now: number): string | undefined {
  if (!delivered) return 'notDelivered';
  // What was read before the recall is part of its proof; nothing is liked or followed afterwards.
  if (delivered.recalled && kind !== 'received' && kind !== 'read') return 'recalled';
  if (at < now - oldestMillis) return 'tooOld';
  if (kind === 'link' && target === undefined) return 'noTarget';
  return undefined;
}

/** The ids that were not taken before. */
async function firstSeen(tx: Tx, { uid, now }: Person, events: readonly Event[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`insert into push_event (employee_id, event_id, at)
    select ${uid}::uuid, id, ${now} from (select distinct id from unnest(${events.map(({ id }) => id)}::uuid[]) as e(id)) as given
    on conflict do nothing returning event_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Writes one event. A time in the future is now, one before the delivery is that of the delivery. */
async function apply(tx: Tx, person: Person, event: Event, push: Delivered): Promise<void> {
  const at = Math.max(Math.min(event.at, person.now), Number(push.at));
  const place = { pushId: push.id, articleId: event.articleId ?? push.contentId, uid: person.uid };
  switch (event.kind) {
    case 'received':
      return reached(tx, person, place, at);
    case 'read':
      await reached(tx, person, place, at);
      return read(tx, { ...person, snoId: push.snoId }, place, at);
    case 'seconds':
    case 'scrolled':
      return measured(tx, place, event.kind, event.value ?? 0);
    case 'like':
      await sql`insert into push_like (push_id, article_id, employee_id, at)
        values (${place.pushId}::uuid, ${place.articleId}::uuid, ${place.uid}::uuid, ${at}) on conflict do nothing`.execute(tx);
      return;
    case 'unlike':
      await sql`delete from push_like where push_id = ${place.pushId}::uuid and article_id = ${place.articleId}::uuid
        and employee_id = ${place.uid}::uuid`.execute(tx);
      return;
    case 'link':
      await sql`insert into push_click (id, push_id, article_id, employee_id, kind, target, at) values (${newId()}::uuid, ${place.pushId}::uuid,
        ${place.articleId}::uuid, ${place.uid}::uuid, 'link', ${event.target ?? ''}, ${at})`.execute(tx);
  }
}

interface Place {
  readonly pushId: string;
  readonly articleId: string;
  readonly uid: string;
}

async function reached(tx: Tx, { platform }: Person, { pushId, uid }: Place, at: number): Promise<void> {
  const { rows } = await sql`update push_target set reached_at = ${at}, platform = coalesce(platform, ${platform}::smallint)
    where push_id = ${pushId}::uuid and employee_id = ${uid}::uuid and reached_at is null returning 1`.execute(tx);
  await count(tx, pushId, { reached: rows.length });
}

async function read(tx: Tx, person: Person & { readonly snoId: string }, { pushId, articleId, uid }: Place, at: number): Promise<void> {
  const { rows } = await sql`update push_target set read_at = ${at} where push_id = ${pushId}::uuid and employee_id = ${uid}::uuid
    and read_at is null returning 1`.execute(tx);
  await count(tx, pushId, { read: rows.length });
  await sql`insert into push_read (push_id, article_id, employee_id, first_at, last_at, platform)
    values (${pushId}::uuid, ${articleId}::uuid, ${uid}::uuid, ${at}, ${at}, ${person.platform})
    on conflict (push_id, article_id, employee_id) do update set times = push_read.times + 1,
      first_at = least(push_read.first_at, excluded.first_at), last_at = greatest(push_read.last_at, excluded.last_at)`.execute(tx);
  // Of who is a fan by the audience alone nothing was known until now.
  await sql`insert into sno_fan (sno_id, employee_id, state, origin, last_read_at) values (${person.snoId}::uuid, ${uid}::uuid, 'none', 'preset', ${at})
    on conflict (sno_id, employee_id) do update set last_read_at = greatest(coalesce(sno_fan.last_read_at, 0), excluded.last_read_at)`.execute(
    tx,
  );
}

async function measured(tx: Tx, { pushId, articleId, uid }: Place, kind: 'seconds' | 'scrolled', value: number): Promise<void> {
  const most = kind === 'seconds' ? mostSeconds : 100;
  const column = sql.ref(kind);
  const grown = (table: string) =>
    kind === 'seconds'
      ? sql`least(${sql.ref(`${table}.seconds`)} + ${value}::int, ${most}::int)`
      : sql`greatest(${sql.ref(`${table}.scrolled`)}, least(${value}::int, ${most}::int))`;
  await sql`update push_target t set ${column} = ${grown('t')} where t.push_id = ${pushId}::uuid and t.employee_id = ${uid}::uuid`.execute(
    tx,
  );
  await sql`update push_read r set ${column} = ${grown('r')} where r.push_id = ${pushId}::uuid and r.article_id = ${articleId}::uuid
    and r.employee_id = ${uid}::uuid`.execute(tx);
}
