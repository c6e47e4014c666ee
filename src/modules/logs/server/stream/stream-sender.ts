import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { StreamState } from '../../common/stream.contract.ts';
import { connectStream, isOtherName, pause, type StreamConnection } from './stream-connection.ts';
import { eventsAfter, streamSources, requestOf, type StreamSource } from './stream-events.ts';
import { placeStream } from './stream-places.ts';
import type { SiemStreamRow } from './stream.table.ts';
import { syslogFrame, type SyslogStyle } from './syslog-message.ts';

/** Times of a sender; tests shorten them. */
export interface StreamTimes {
  /** Rest while there is nothing to send. */
  restMillis: number;
  /** First wait after a connection was lost; it doubles. */
  againMillis: number;
  /** Longest wait, and the wait after a refusal that will not pass by itself. */
  longestMillis: number;
  /** How long before a lost connection rows are sent again: what was on the way may not have arrived. */
  overlapMillis: number;
  /** Between notes of how it stands. */
  noteMillis: number;
  /** A connection that held so long was a good one. */
  steadyMillis: number;
  stuckMillis: number;
}

/** Times of the product. */
export const streamTimes: StreamTimes = {
  restMillis: 1_000,
  againMillis: 1_000,
  longestMillis: 5 * 60_000,
  overlapMillis: 30_000,
  noteMillis: 5_000,
  steadyMillis: 30_000,
  stuckMillis: 120_000,
};

/** Rows that are read at once. */
const atOnce = 500;
/** From this delay on a stream lags. */
const lagSeconds = 60;
/** A node that does not renew it in time no longer sends. */
const leaseMillis = 20_000;

/** How long messages that are on their way may take when it ends. */
const lastMillis = 1_000;

/** Between words about the same delay. */
const warnMillis = 60_000;

/** Style of a stream's messages. */
export const styleOf = (row: SiemStreamRow): SyslogStyle => ({
  facility: row.facility,
  appName: row.app_name,
  enterpriseId: Number(row.enterprise_id),
  format: row.format,
  framing: row.framing,
  bom: row.bom,
  maxBytes: row.max_bytes,
});

interface Place {
  sent: number;
  resume: number;
  /** Places of the last moments, with when they were reached. */
  recent: { at: number; seq: number }[];
}

/** Sends one stream from this node, until it is stopped. */
export class StreamSender {
  readonly row: SiemStreamRow;
  readonly #services: Services;
  readonly #node: string;
  readonly #times: StreamTimes;
  readonly #stop = new AbortController();
  readonly #places = new Map<StreamSource, Place>();
  #notedAt = 0;
  /** Whether a delay may have been told of, and when: another node or an earlier start may have. */
  #warnedAt: number | undefined = 0;
  #sent = 0;
  readonly #running: Promise<void>;

  constructor(services: Services, row: SiemStreamRow, { node, times }: { node: string; times: StreamTimes }) {
    this.row = row;
    this.#services = services;
    this.#node = node;
    this.#times = times;
    this.#running = this.#run();
  }

  /** Ends it, after the messages that are on their way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Whether it gave up: another node sends, or its stream is gone. */
  ended = false;

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let wait = this.#times.againMillis;
    try {
      while (!signal.aborted && (await this.#lease())) {
        const begun = Date.now();
        const error = await this.#session();
        if (signal.aborted || error === undefined) break;
        if (Date.now() - begun > this.#times.steadyMillis) wait = this.#times.againMillis;
        const hopeless = error instanceof OutboundError && ['tls', 'denied'].includes(error.category);
        await this.#note(hopeless ? 'failed' : 'connecting', error);
        await this.#pauseLeased(hopeless ? this.#times.longestMillis : wait);
        wait = Math.min(this.#times.longestMillis, wait * 2);
      }
      await this.#release();
    } catch (error) {
      // The database is away, or the stream is gone: looked at again with the next round.
      this.#services.log.warn({ err: error, stream: this.row.id }, 'A stream of the logs stopped');
    } finally {
      this.ended = true;
    }
  }

  /** One connection; answers why it ended, undefined where another node took over or it was stopped. */
  async #session(): Promise<unknown> {
    let connection: StreamConnection | undefined;
    try {
      await this.#begin();
      connection = await connectStream(this.#services, this.row, this.#times.stuckMillis);
      const { socket } = connection;
      // Who reads slowly does not hold up the end.
      this.#stop.signal.addEventListener('abort', () => setTimeout(() => socket.destroy(), lastMillis).unref(), { once: true });
      await this.#note('live');
      while (!this.#stop.signal.aborted) {
        if (!(await this.#round(connection))) return undefined;
      }
      connection.close();
      return undefined;
    } catch (error) {
      connection?.socket.destroy();
      if (!(error instanceof OutboundError)) throw error;
      return error;
    }
  }

  /** Takes every log up where it may not have arrived; a new one begins at what is written from now on. */
  async #begin(): Promise<void> {
    const { db } = this.#services.database;
    await placeStream(db, this.row.id);
    const rows = await db.selectFrom('siem_position').selectAll().where('stream_id', '=', this.row.id).execute();
    for (const log of streamSources) {
      const resume = rows.find((row) => row.log === log)?.resume_seq ?? 0;
      this.#places.set(log, { sent: resume, resume, recent: [] });
    }
  }

  /** Sends what is new in each log; false where another node sends now. */
  async #round(connection: StreamConnection): Promise<boolean> {
    let some = false;
    for (const source of streamSources) some = (await this.#sendSome(connection, source)) || some;
    if (Date.now() - this.#notedAt > this.#times.noteMillis) {
      if (!(await this.#lease())) return false;
      await this.#note('live');
    }
    if (!some) await connection.rest(this.#times.restMillis, this.#stop.signal);
    return true;
  }

  async #sendSome(connection: StreamConnection, source: StreamSource): Promise<boolean> {
    const place = this.#places.get(source);
    if (!place) return false;
    const { events, last } = await eventsAfter(this.#services, { source, after: place.sent, limit: atOnce }, requestOf(this.row));
    if (last === place.sent) return this.#settle(source, place, false);
    const style = styleOf(this.row);
    if (events.length > 0) await connection.write(Buffer.concat(events.map((event) => syslogFrame(event, style))));
    this.#sent += events.length;
    place.sent = last;
    place.recent.push({ at: Date.now(), seq: last });
    return this.#settle(source, place, true);
  }

  /** Writes how far it is; what went out long enough ago has arrived. */
  async #settle(source: StreamSource, place: Place, moved: boolean): Promise<boolean> {
    const old = Date.now() - this.#times.overlapMillis;
    const arrived = place.recent.findLast(({ at }) => at <= old);
    if (!moved && !arrived) return false;
    if (arrived) {
      place.resume = arrived.seq;
      place.recent = place.recent.filter(({ at }) => at > old);
    }
    await this.#services.database.db
      .updateTable('siem_position')
      .set({ sent_seq: place.sent, resume_seq: place.resume })
      .where('stream_id', '=', this.row.id)
      .where('log', '=', source)
      .execute();
    return moved;
  }

  /** Waits without losing the stream to another node. */
  async #pauseLeased(millis: number): Promise<void> {
    const until = Date.now() + millis;
    for (let left = millis; left > 0 && !this.#stop.signal.aborted; left = until - Date.now()) {
      await pause(Math.min(left, leaseMillis / 4), this.#stop.signal);
      if (left > leaseMillis / 4) await this.#lease();
    }
  }

  /** Of several nodes one sends: the one that renews its note in time, by the clock of the database. */
  async #lease(): Promise<boolean> {
    const until = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${leaseMillis}`;
    const { rows } = await sql`insert into siem_state (stream_id, state, node, lease_until)
      select id, 'connecting', ${this.#node}, ${until} from siem_stream where id = ${this.row.id}::uuid
      on conflict (stream_id) do update set node = ${this.#node}, lease_until = ${until}
      where siem_state.node is null or siem_state.node = ${this.#node} or siem_state.lease_until < (extract(epoch from clock_timestamp()) * 1000)::bigint
      returning 1`.execute(this.#services.database.db);
    return rows.length > 0;
  }

  async #release(): Promise<void> {
    await this.#services.database.db
      .updateTable('siem_state')
      .set({ node: null, lease_until: 0 })
      .where('stream_id', '=', this.row.id)
      .where('node', '=', this.#node)
      .execute();
  }

  async #note(state: Extract<StreamState, 'connecting' | 'live' | 'failed'>, error?: unknown): Promise<void> {
    const { services, lag } = { services: this.#services, lag: await lagOf(this.#services, this.row.id) };
    const now = services.now();
    const sent = this.#sent;
    [this.#sent, this.#notedAt] = [0, Date.now()];
    await services.database.db
      .updateTable('siem_state')
      .set((write) => ({
        state: state === 'live' && lag.seconds > lagSeconds ? 'lagging' : state,
        lag_rows: lag.rows,
        lag_seconds: lag.seconds,
        sent: write('sent', '+', sent),
        ...(sent > 0 && { sent_at: now }),
        ...(state === 'live' && { error: null, connected_at: write.fn.coalesce('connected_at', sql<number>`${now}`) }),
        ...(error !== undefined && { error: reasonOf(error), error_at: now, connected_at: null }),
      }))
      .where('stream_id', '=', this.row.id)
      .execute();
    await this.#warn(lag, error);
  }

  /** Tells of a delay while it lasts, once a minute, and when it is over. */
  async #warn(lag: { rows: number; seconds: number }, error: unknown): Promise<void> {
    const { warnings, database } = this.#services;
    const minutes = (await warnings.parameters(database.db, 'siem.lag'))['minutes'] ?? 10;
    const late = lag.seconds > minutes * 60;
    if (!late) {
      if (this.#warnedAt !== undefined) await warnings.clear(database.db, 'siem.lag', this.row.id);
      this.#warnedAt = undefined;
    } else if (!this.#warnedAt || Date.now() - this.#warnedAt > warnMillis) {
      this.#warnedAt = Date.now();
      const facts = { delay: Math.round(lag.seconds / 60), rows: lag.rows, reason: error === undefined ? null : reasonOf(error) };
      await warnings.raise(database.db, { kind: 'siem.lag', object: { kind: 'stream', id: this.row.id, name: this.row.name }, facts });
    }
  }
}

/** Why a connection failed, as a word: never what the other side said. */
export function reasonOf(error: unknown): string {
  if (isOtherName(error)) return 'name';
  return error instanceof OutboundError ? error.category : 'protocol';
}

/** Rows that wait, and for how long the oldest of them. Ids begin with their moment. */
async function lagOf({ database, now }: Pick<Services, 'database' | 'now'>, id: string): Promise<{ rows: number; seconds: number }> {
  const { rows } = await sql<{ rows: number; oldest: string | null }>`
    select coalesce(sum(greatest(0, head.seq - place.sent_seq)), 0)::bigint as rows, min(next.row_id::text) as oldest
    from siem_position place join (select stream, seq from audit_head
      union all select 'warning_change', coalesce(max(place), 0) from warning_change) head on head.stream = place.log
    left join lateral ((select row_id from audit_seal where stream = place.log and seq > place.sent_seq order by seq limit 1)
      union all (select id from warning_change where place.log = 'warning_change' and warning_change.place > place.sent_seq
        order by warning_change.place limit 1)) next on true
    where place.stream_id = ${id}::uuid`.execute(database.db);
  const [lag] = rows;
  const oldest = lag?.oldest ? Number.parseInt(lag.oldest.replaceAll('-', '').slice(0, 12), 16) : now();
  return { rows: lag?.rows ?? 0, seconds: Math.max(0, Math.round((now() - oldest) / 1_000)) };
}
