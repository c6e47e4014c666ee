import { bucketCount, bucketOf } from './buckets.ts';
import type { CallRecord } from './call-record.ts';

/** A row of `call_stat` that is to be added. */
interface Counter {
  grain: string;
  at: number;
  interface_id: string;
  version_no: number;
  caller_kind: string;
  caller_id: string;
  class: string;
  calls: number;
  ms_sum: number;
  ms_max: number;
  bytes_in: number;
  bytes_out: number;
  cached: number;
  buckets: number[];
}

/** Lengths of the grains in milliseconds, and how long they are kept. */
export const grains = {
  minute: { length: 60_000, keptDays: 8 },
  hour: { length: 3_600_000, keptDays: 100 },
  day: { length: 86_400_000, keptDays: 731 },
} as const;

const lengths = Object.entries(grains).map(([grain, { length }]) => ({ grain, length }));

/** Counters that wait to be written: by minute as calls come, added up by hour and day when they are taken. */
export class CallCounters {
  readonly #minutes = new Map<string, Counter>();
  readonly #back = new Map<string, Counter>();

  get size(): number {
    return this.#minutes.size + this.#back.size;
  }

  /** Counts a call; those of the workbench are none. */
  count(record: CallRecord): void {
    if (record.test === true) return;
    const at = record.at - (record.at % grains.minute.length);
    const key = `${at}|${record.target.interfaceId}|${record.versionNo}|${record.caller.kind}|${record.caller.id ?? ''}|${record.class}`;
    let counter = this.#minutes.get(key);
    if (!counter) {
      counter = emptyOf(record, at);
      this.#minutes.set(key, counter);
    }
    const { total } = record.ms;
    counter.calls += 1;
    counter.ms_sum += total;
    if (total > counter.ms_max) counter.ms_max = total;
    counter.bytes_in += Math.round(record.bytes.in);
    counter.bytes_out += Math.round(record.bytes.out);
    if (record.cache === 'hit' || record.cache === 'stale') counter.cached += 1;
    const bucket = bucketOf(total);
    counter.buckets[bucket] = (counter.buckets[bucket] ?? 0) + 1;
  }

  /** Everything that waits; it is empty afterwards. */
  take(): Counter[] {
    const all = new Map(this.#back);
    for (const minute of this.#minutes.values())
      for (const { grain, length } of lengths)
        add(all, { ...minute, grain, at: minute.at - (minute.at % length), buckets: [...minute.buckets] });
    this.#minutes.clear();
    this.#back.clear();
    return [...all.values()];
  }

  /** Takes back what could not be written. */
  putBack(counters: readonly Counter[]): void {
    for (const counter of counters) add(this.#back, counter);
  }
}

function add(all: Map<string, Counter>, counter: Counter): void {
  const { grain, at, interface_id, version_no, caller_kind, caller_id } = counter;
  const key = [grain, at, interface_id, version_no, caller_kind, caller_id, counter.class].join('|');
  const known = all.get(key);
  if (!known) {
    all.set(key, counter);
    return;
  }
  known.calls += counter.calls;
  known.ms_sum += counter.ms_sum;
  known.ms_max = Math.max(known.ms_max, counter.ms_max);
  known.bytes_in += counter.bytes_in;
  known.bytes_out += counter.bytes_out;
  known.cached += counter.cached;
  for (const [index, count] of counter.buckets.entries()) known.buckets[index] = (known.buckets[index] ?? 0) + count;
}

const emptyOf = (record: CallRecord, at: number): Counter => ({
  grain: 'minute',
  at,
  interface_id: record.target.interfaceId,
  version_no: record.versionNo,
  caller_kind: record.caller.kind,
  caller_id: record.caller.id ?? '',
  class: record.class,
  calls: 0,
  ms_sum: 0,
  ms_max: 0,
  bytes_in: 0,
  bytes_out: 0,
  cached: 0,
  buckets: Array.from({ length: bucketCount }, () => 0),
});
