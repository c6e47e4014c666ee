import { sql } from 'kysely';
import { gatherer } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { announce } from './message-events.ts';
import '../im.table.ts';

/** A place in a conversation. */
export interface Mark {
  readonly conversationId: string;
  readonly seq: number;
}

/** A terminal of somebody. */
export interface Device {
  readonly uid: string;
  readonly deviceId: string;
  readonly platform: number;
}

/** What one terminal acknowledges. */
interface Ack {
  readonly device: Device;
  readonly marks: readonly Mark[];
}

/** Acknowledgements that are noted in one transaction. */
const mostAcks = 500;

/** Notes that a terminal has all messages up to these, and with them the recalls among them; never beyond what there is or what the person may read. Answers in how many conversations that was new. */
export const acknowledge = (services: Noting, device: Device, marks: readonly Mark[]): Promise<number> =>
  acksOf(services)({ device, marks });

type Noting = Pick<CoreServices, 'database' | 'now'>;

/** Acknowledgements by calls: those of a process are noted together. */
const acksOf = perProduct((services: Noting) => gatherer(mostAcks, (batch: readonly Ack[]) => noteAcks(services, batch)));

/** Milliseconds that acknowledgements of connections wait for each other: each message comes back from every terminal that it reaches. */
const ackMillis = 200;

/** Acknowledgements of the connections of a process, the furthest of each terminal and conversation. */
class AckBook {
  readonly #services: Noting & Pick<CoreServices, 'log'>;
  #open = new Map<string, Ack>();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Noting & Pick<CoreServices, 'log'>) {
    this.#services = services;
  }

  add(device: Device, marks: readonly Mark[]): void {
    for (const mark of marks) {
      const key = `${device.uid} ${device.deviceId} ${mark.conversationId}`;
      const known = this.#open.get(key)?.marks[0];
      if (!known || known.seq < mark.seq) this.#open.set(key, { device, marks: [mark] });
    }
    this.#timer ??= setTimeout(() => void this.settle(), ackMillis).unref();
  }

  /** Notes what waits; answers when all of it is noted. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(() => this.#note());
    return this.#running;
  }

  async #note(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open = new Map();
    for (let from = 0; from < all.length; from += mostAcks)
      // A mark that is lost costs a push too many; the next one of the terminal says it again.
      await noteAcks(this.#services, all.slice(from, from + mostAcks)).catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'Acknowledgements of terminals could not be noted'),
      );
  }
}

/** The acknowledgements of a product's connections. */
export const ackBookOf = perProduct((services: Noting & Pick<CoreServices, 'log'>) => new AckBook(services));

async function noteAcks(services: Noting, batch: readonly Ack[]): Promise<number[]> {
  const now = services.now();
  const requests = batch.flatMap(({ device, marks }) => marks.map((mark) => ({ ...device, ...mark })));
  const reached = await services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ uid: string; device: string; conversation: string; seq: number }>`
      with wish as (select w.uid, w."deviceId", min(w.platform) as platform, m.conversation_id,
          least(max(w.seq), c.last_seq, coalesce(m.left_seq, c.last_seq)) as seq
        from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as w(uid uuid, "deviceId" text, platform smallint, "conversationId" uuid, seq bigint)
        join im_member m on m.conversation_id = w."conversationId" and m.employee_id = w.uid
        join im_conversation c on c.id = m.conversation_id group by w.uid, w."deviceId", m.conversation_id, c.last_seq, m.left_seq)
      insert into im_delivery as d (device_id, conversation_id, employee_id, delivered_seq, platform, at)
      select "deviceId", conversation_id, uid, seq, platform, ${now}::bigint from wish order by conversation_id, uid, "deviceId"
      on conflict (conversation_id, employee_id, device_id) do update set delivered_seq = excluded.delivered_seq, at = excluded.at
        where d.delivered_seq < excluded.delivered_seq
      returning employee_id as uid, device_id as device, conversation_id as conversation, delivered_seq as seq`.execute(tx);
    if (rows.length === 0) return rows;
    const noted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(uid uuid, device text, conversation uuid, seq bigint)`;
    await sql`update im_recall_target t set acked_at = ${now} from ${noted} where t.conversation_id = r.conversation
      and t.recall_seq <= r.seq and t.employee_id = r.uid and t.device_id = r.device and t.acked_at is null`.execute(tx);
    await sql`delete from im_push p using ${noted}
      where p.employee_id = r.uid and p.conversation_id = r.conversation and p.seq <= r.seq`.execute(tx);
    return rows;
  });
  const fresh = new Set(reached.map(({ uid, device, conversation }) => `${uid} ${device} ${conversation}`));
  return batch.map(({ device: { uid, deviceId }, marks }) => {
    const conversations = new Set(marks.map(({ conversationId }) => conversationId));
    return [...conversations].filter((id) => fresh.has(`${uid} ${deviceId} ${id}`)).length;
  });
}

/** Notes what somebody has read, never back, and tells their other terminals and who else may know. */
export async function markRead(services: CoreServices, uid: string, marks: readonly Mark[], readMarks: string): Promise<number> {
  const { rows } = await sql<{ conversation: string; seq: number; peer: string | null }>`
    with wish as (select m.conversation_id, least(max(w.seq), c.last_seq, coalesce(m.left_seq, c.last_seq)) as seq, c.kind, c.one_id, c.other_id
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as w("conversationId" uuid, seq bigint)
      join im_member m on m.conversation_id = w."conversationId" and m.employee_id = ${uid}::uuid
      join im_conversation c on c.id = m.conversation_id
      group by m.conversation_id, c.last_seq, m.left_seq, c.kind, c.one_id, c.other_id),
    written as (update im_member m set read_seq = wish.seq, changed_at = ${services.now()} from wish
      where m.conversation_id = wish.conversation_id and m.employee_id = ${uid}::uuid and m.read_seq < wish.seq
      returning m.conversation_id, m.read_seq)
    select w.conversation_id as conversation, w.read_seq as seq,
      case when wish.kind = 'single' then case when wish.one_id = ${uid}::uuid then wish.other_id else wish.one_id end end as peer
    from written w join wish on wish.conversation_id = w.conversation_id`.execute(services.database.db);
  await announce(
    services,
    rows.map(({ conversation, seq, peer }) => ({
      what: 'event' as const,
      uids: [uid, ...(peer !== null && peer !== uid && readMarks !== 'off' ? [peer] : [])],
      event: { type: 'read', conversationId: conversation, uid, seq },
    })),
  );
  return rows.length;
}
