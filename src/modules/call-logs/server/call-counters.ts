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

/** Counters that wait to be written, added up by minute, hour and day. */
export class CallCounters {
  readonly #waiting = new Map<string, Counter>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Counts a call; those of the workbench are none. */
  count(record: CallRecord): void {
    if (record.test === true) return;
    for (const [grain, { length }] of Object.entries(grains)) this.#add(counterOf(record, grain, record.at - (record.at % length)));
  }

  /** Everything that waits; it is empty afterwards. */
  take(): Counter[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }

  /** Takes back what could not be written. */
  putBack(counters: readonly Counter[]): void {
    for (const counter of counters) this.#add(counter);
  }

  #add(counter: Counter): void {
    const key = [
      counter.grain,
      counter.at,
      counter.interface_id,
      counter.version_no,
      counter.caller_kind,
      counter.caller_id,
      counter.class,
    ].join('|');
    const known = this.#waiting.get(key);
    if (!known) {
      this.#waiting.set(key, counter);
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
}

function counterOf(record: CallRecord, grain: string, at: number): Counter {
  const buckets = Array.from({ length: bucketCount }, () => 0);
  buckets[bucketOf(record.ms.total)] = 1;
  return {
    grain,
    at,
    interface_id: record.target.interfaceId,
    version_no: record.versionNo,
    caller_kind: record.caller.kind,
    caller_id: record.caller.id ?? '',
    class: record.class,
    calls: 1,
    ms_sum: record.ms.total,
    ms_max: record.ms.total,
    bytes_in: Math.round(record.bytes.in),
    bytes_out: Math.round(record.bytes.out),
    cached: record.cache === 'hit' || record.cache === 'stale' ? 1 : 0,
    buckets,
  };
}
