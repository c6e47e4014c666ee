import type pg from 'pg';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { MachineServices } from '#kit/server/services.ts';
import { copyLines } from '#platform/database/copy-rows.ts';
import { CallCounters } from './call-counters.ts';
import type { CallRecord, CallTarget } from './call-record.ts';
import { bodyLine, logColumns, logLine } from './call-row.ts';
import { writeSealed } from './call-sealed.ts';

/** What a record is written with. */
export type CallLogServices = Pick<MachineServices, 'database' | 'log'> & Partial<Pick<MachineServices, 'secrets'>>;

const everyMillis = 200;
/** Rows of one transaction. */
const batchRows = 1_000;
/** Rows that may wait with their bodies, and at all: what comes then is counted alone. */
const waitingWithBodies = 5_000;
const waitingRows = 20_000;

/** A call that waits, as lines of bytes: thousands of records as objects would be copied again and again by the collector. */
interface Waiting {
  readonly at: number;
  readonly line: Buffer;
  readonly body?: Buffer | undefined;
  /** Where something of it is kept sealed. */
  readonly record?: CallRecord & { readonly id: string };
  readonly durable?: { resolve(): void; reject(error: unknown): void };
}

/** What one transaction writes. */
interface Batch {
  readonly rows: readonly Waiting[];
  readonly counters: ReturnType<CallCounters['take']>;
  readonly targets: readonly CallTarget[];
}

/** Writes calls in batches; what could not be written is tried again, and neither lost nor counted twice. */
class CallWriter {
  readonly #services: CallLogServices;
  readonly #counters = new CallCounters();
  readonly #known = new Set<string>();
  readonly #months = new Set<string>();
  #rows: Waiting[] = [];
  #targets = new Map<string, CallTarget>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #dropped = 0;

  constructor(services: CallLogServices) {
    this.#services = services;
  }

  add(given: CallRecord, durable?: Waiting['durable']): void {
    const { interfaceId } = given.target;
    if (!this.#known.has(interfaceId)) this.#targets.set(interfaceId, given.target);
    this.#counters.count(given);
    if (given.log !== false) {
      if (this.#rows.length >= waitingRows && !durable) this.#dropped += 1;
      else this.#rows.push({ ...waitingOf(given, this.#rows.length), ...(durable && { durable }) });
    } else durable?.resolve();
    if (this.#rows.length >= batchRows || durable) void this.flush().catch(() => undefined);
    else this.#later();
  }

  /** Calls that wait to be written. */
  get waiting(): number {
    return this.#rows.length;
  }

  /** Whether a call can still be promised to be kept. */
  get isFull(): boolean {
    return this.#rows.length >= waitingRows;
  }

  /** Writes everything that waits now. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#running) await this.#running;
    this.#running = this.#round().finally(() => (this.#running = undefined));
    return this.#running;
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch((error: unknown) => {
        this.#services.log.error({ err: error, waiting: this.#rows.length }, 'Calls could not be written; they wait');
        this.#later();
      });
    }, everyMillis).unref();
  }

  async #round(): Promise<void> {
    while (this.#rows.length > 0 || this.#counters.size > 0) {
      const rows = this.#rows.splice(0, batchRows);
      const counters = this.#counters.take();
      const targets = this.#targets;
      this.#targets = new Map();
      try {
        await this.#write({ rows, counters, targets: [...targets.values()] });
      } catch (error) {
        this.#rows.unshift(...rows);
        this.#counters.putBack(counters);
        for (const [id, target] of targets) this.#targets.set(id, target);
        throw error;
      }
      for (const { durable } of rows) durable?.resolve();
      if (this.#dropped > 0) {
        this.#services.log.warn({ dropped: this.#dropped }, 'Calls were counted and not logged: too many waited');
        this.#dropped = 0;
      }
    }
  }

  async #write(batch: Batch): Promise<void> {
    const client = await this.#services.database.pool.connect();
    let broken: Error | undefined;
    let transaction: string | undefined;
    try {
      await client.query('begin');
      if (!batch.rows.some(({ durable }) => durable)) await client.query('set local synchronous_commit = off');
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      transaction = rows[0]?.id;
      await this.#statements(client, batch);
      await client.query('commit');
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
    } finally {
      client.release(broken);
    }
    if (broken && !(await this.#isCommitted(transaction))) throw broken;
    for (const { interfaceId } of batch.targets) this.#known.add(interfaceId);
  }

  /** A connection that was lost at the commit says nothing of whether it was done. */
  async #isCommitted(transaction: string | undefined): Promise<boolean> {
    if (transaction === undefined) return false;
    const { rows } = await this.#services.database.pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
      transaction,
    ]);
    return rows[0]?.status === 'committed';
  }

  async #statements(client: pg.PoolClient, { rows, counters, targets }: Batch): Promise<void> {
    if (targets.length > 0) await noteWith(client, targets, 'do nothing');
    for (const at of new Set(rows.map((row) => row.at))) if (!this.#months.has(monthOf(at))) await this.#month(client, at);
    if (rows.length > 0) {
      await copyLines(
        client,
        `call_log (${logColumns.join(', ')})`,
        rows.map(({ line }) => line),
      );
      const bodies = rows.flatMap(({ body }) => body ?? []);
      if (bodies.length > 0) await copyLines(client, 'call_body (id, at, interface_id, request, answer)', bodies);
    }
    await writeSealed(
      client,
      this.#services,
      rows.flatMap(({ record }) => record ?? []),
    );
    if (counters.length > 0) await client.query(addCounters, [JSON.stringify(counters)]);
  }

  async #month(client: pg.PoolClient, at: number): Promise<void> {
    await client.query('select make_log_partition($1, $2)', ['call_log', at]);
    this.#months.add(monthOf(at));
  }
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Where many wait, their bodies are the first to go. */
function waitingOf(given: CallRecord, waiting: number): Waiting {
  const record = { ...given, id: given.id ?? newId() };
  const isLight = waiting >= waitingWithBodies;
  const isSealed = !isLight && record.original !== undefined && record.original.size > 0;
  return { at: record.at, line: logLine(record), body: isLight ? undefined : bodyLine(record), ...(isSealed && { record }) };
}

const addCounters = `insert into call_stat (grain, at, interface_id, version_no, caller_kind, caller_id, class, calls, ms_sum, ms_max, bytes_in, bytes_out, cached, buckets)
  select grain, at, interface_id, version_no, caller_kind, caller_id, class, calls, ms_sum, ms_max, bytes_in, bytes_out, cached, buckets
  from jsonb_to_recordset($1::jsonb) as added (grain text, at bigint, interface_id uuid, version_no int, caller_kind text, caller_id text, class text,
    calls bigint, ms_sum double precision, ms_max double precision, bytes_in bigint, bytes_out bigint, cached bigint, buckets bigint[])
  order by grain, at, interface_id, version_no, caller_kind, caller_id, class
  on conflict (grain, at, interface_id, version_no, caller_kind, caller_id, class) do update set calls = call_stat.calls + excluded.calls,
    ms_sum = call_stat.ms_sum + excluded.ms_sum, ms_max = greatest(call_stat.ms_max, excluded.ms_max), bytes_in = call_stat.bytes_in + excluded.bytes_in,
    bytes_out = call_stat.bytes_out + excluded.bytes_out, cached = call_stat.cached + excluded.cached, buckets = add_buckets(call_stat.buckets, excluded.buckets)`;

const noteColumns = 'interface_id, system_id, system_code, system_name, name, path, kind, owner_dept_id';

async function noteWith(client: pg.PoolClient, targets: readonly CallTarget[], onConflict: string): Promise<void> {
  await client.query(
    `insert into call_target (${noteColumns}) select ${noteColumns} from jsonb_to_recordset($1::jsonb) as noted (interface_id uuid, system_id uuid,
      system_code text, system_name text, name text, path text, kind text, owner_dept_id uuid) order by interface_id on conflict (interface_id) ${onConflict}`,
    [JSON.stringify(targets.map(targetRow))],
  );
}

/** A target as its row. */
export const targetRow = (target: CallTarget) => ({
  interface_id: target.interfaceId,
  system_id: target.systemId,
  system_code: target.systemCode,
  system_name: target.systemName,
  name: target.name,
  path: target.path,
  kind: target.kind,
  owner_dept_id: target.ownerDeptId,
});

const writerOf = perProduct<CallWriter, CallLogServices>((services) => new CallWriter(services));

/** Keeps a call that is over, within a second; returns at once. */
export function recordCall(services: CallLogServices, record: CallRecord): void {
  writerOf(services).add(record);
}

/** Keeps a call and resolves when its row is safe on the disk; 14317 where too many wait. */
export function recordCallDurably(services: CallLogServices, record: CallRecord): Promise<void> {
  const writer = writerOf(services);
  if (writer.isFull) return Promise.reject(new Refusal(14317));
  return new Promise((resolve, reject) => writer.add(record, { resolve, reject }));
}

/** Writes what waits now: before figures are read, and before the process ends. */
export const flushCalls = (services: CallLogServices): Promise<void> => writerOf(services).flush();

/** How many calls wait to be written. */
export const waitingCalls = (services: CallLogServices): number => writerOf(services).waiting;
