import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bus, BusOptions, JsonValue } from './bus-types.ts';
import { gatherer } from '#platform/gather.ts';
import { DATABASE_CHANNEL as CHANNEL, GAP, readEnvelope, writeMessage } from './envelope.ts';
import { Subscribers } from './subscribers.ts';

// PostgreSQL refuses payloads of 8000 bytes and more.
const LARGEST = 7_500;
const KEEP = '10 minutes';
/** Messages of one statement. */
const mostTogether = 100;
const PROBE_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;

/** A bus over LISTEN and NOTIFY of the product's own database. */
export async function openDatabaseBus(options: BusOptions): Promise<Bus> {
  const bus = new DatabaseBus(options);
  await bus.open();
  return bus;
}

class DatabaseBus implements Bus {
  readonly #options: BusOptions;
  readonly #subscribers: Subscribers;
  #client: pg.Client | undefined;
  #probe: NodeJS.Timeout | undefined;
  #reopening: Promise<void> | undefined;
  #owesGap = false;
  readonly #closed = new AbortController();
  /** Spilled messages are fetched, so arrival is a queue: the order stays. */
  #arrivals: Promise<void> = Promise.resolve();

  constructor(options: BusOptions) {
    this.#options = options;
    this.#subscribers = new Subscribers(options.onFailure);
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      ...this.#options.database.config,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => this.#arrive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    // A connection that a firewall has dropped silently looks alive until something is sent.
    this.#probe = setInterval(() => void client.query('select 1').catch(() => this.#lose(client)), PROBE_MS);
    this.#probe.unref();
  }

  async publish(channel: string, message: JsonValue): Promise<void> {
    const text = writeMessage(channel, message);
    try {
      await this.#notify(Buffer.byteLength(text) > LARGEST ? await this.#spill(text) : text);
      if (this.#owesGap) await this.#payGap();
    } catch (error) {
      this.#owesGap = true;
      throw error;
    }
  }

  subscribe(channel: string, listener: (message: JsonValue) => void): () => void {
    return this.#subscribers.add(channel, listener);
  }

  onGap(listener: () => void): () => void {
    return this.#subscribers.addGap(listener);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#drop();
    await this.#reopening;
    await this.#drop();
    await this.#arrivals;
  }

  async #drop(): Promise<void> {
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  /** What is said at the same time goes together, in its order: the server commits notifications one after another. */
  readonly #notify = gatherer(mostTogether, async (texts: readonly string[]) => {
    // The server passes the same text once a statement: a space behind it makes it another one.
    const seen = new Map<string, number>();
    const apart = texts.map((text) => {
      const times = seen.get(text) ?? 0;
      seen.set(text, times + 1);
      return text + ' '.repeat(times);
    });
    await this.#options.database.pool.query(
      'select pg_notify($1, said.words) from unnest($2::text[]) with ordinality as said(words, n) order by said.n',
      [CHANNEL, apart],
    );
    return texts.map(() => undefined);
  });

  async #spill(text: string): Promise<string> {
    const { pool } = this.#options.database;
    await pool.query('delete from bus_message where created_at < now() - $1::interval', [KEEP]);
    const { rows } = await pool.query<{ id: number }>('insert into bus_message (body) values ($1) returning id', [text]);
    return JSON.stringify({ kind: 'spilled', id: rows[0]?.id });
  }

  async #payGap(): Promise<void> {
    await this.#notify(GAP);
    this.#owesGap = false;
  }

  #arrive(text: string): void {
    const envelope = readEnvelope(text);
    this.#arrivals = this.#arrivals.then(async () => {
      if (envelope?.kind === 'message') this.#subscribers.deliver(envelope.channel, envelope.message);
      if (envelope?.kind === 'gap') this.#subscribers.gap();
      if (envelope?.kind === 'spilled') await this.#fetch(envelope.id);
    });
  }

  async #fetch(id: number): Promise<void> {
    try {
      const { rows } = await this.#options.database.pool.query<{ body: string }>('select body from bus_message where id = $1', [id]);
      const envelope = readEnvelope(rows[0]?.body ?? '');
      if (envelope?.kind === 'message') this.#subscribers.deliver(envelope.channel, envelope.message);
      else this.#subscribers.gap();
    } catch {
      this.#subscribers.gap();
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#probe);
    void client.end().catch(() => {});
    this.#options.onFailure?.('The bus has lost its connection to the database and tries again.');
    this.#reopening = this.#reopen();
  }

  async #reopen(): Promise<void> {
    for (let pause = 100; !this.#closed.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.open();
        // Listening again comes first: what is published from now on arrives, what was before is the gap.
        this.#subscribers.gap();
        if (this.#owesGap) await this.#payGap();
        break;
      } catch {
        if (this.#client) break;
        await sleep(pause, undefined, { signal: this.#closed.signal }).catch(() => {});
      }
    }
  }
}
