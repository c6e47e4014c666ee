import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import type { ReadArea } from './read-area.ts';
import './read-log.table.ts';

/** One look at something, as who answers it knows it. */
export interface ReadEntry {
  readonly area: ReadArea;
  /** What it was narrowed by, or which one was opened; what is not set is left out. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly rows: number;
  /** Objects whose contents were shown; the first hundred are kept. */
  readonly objectIds?: readonly string[];
  /** The file that was made. */
  readonly fileId?: string;
  readonly bytes?: number;
  readonly reason?: string | undefined;
}

type Reader = Pick<Caller, 'uid' | 'account' | 'name' | 'requestId' | 'sessionId' | 'address' | 'grants'>;

/** The log of who looked at what. */
export interface ReadLog {
  /** Writes a look before its answer leaves. The same one again within five minutes is counted and written when they are over. */
  note(reader: Reader, entry: ReadEntry): Promise<void>;
  /** Writes what was counted in times that are over; with `all` what is still counted, too. */
  flush(all?: boolean): Promise<void>;
}

const windowMillis = 5 * 60_000;
const mostObjects = 100;
const mostCounted = 10_000;

interface Counted {
  window: number;
  count: number;
  rows: number;
  reader: Reader;
  entry: ReadEntry;
}

/** Opens the log of who looked at what. */
export function openReadLog({ db }: { db: Db }): ReadLog {
  const known = new Map<string, Counted>();
  const flush = async (all = false): Promise<void> => {
    const now = windowOf();
    for (const [key, counted] of known) {
      if (!all && counted.window === now) continue;
      known.delete(key);
      if (counted.count > 0) await insert(db, counted);
    }
  };
  return {
    flush,
    note: async (reader, entry) => {
      const once = { window: windowOf(), count: 1, rows: entry.rows, reader, entry };
      // What has a reason or made a file stands for itself.
      if (entry.reason !== undefined || entry.fileId !== undefined) return insert(db, once);
      const key = JSON.stringify([reader.uid, entry.area, entry.query]);
      const before = known.get(key);
      if (before?.window === once.window) {
        before.count += 1;
        before.rows += entry.rows;
        return;
      }
      // Noted before it is written: a second look in the same moment is counted.
      known.set(key, { ...once, count: 0, rows: 0 });
      if (before && before.count > 0) await insert(db, before);
      await insert(db, once);
      if (known.size > mostCounted) await flush(true);
    },
  };
}

const windowOf = (): number => Math.floor(clock.now() / windowMillis);

async function insert(db: Db, { reader, entry, rows, count }: Counted): Promise<void> {
  await db
    .insertInto('read_log')
    .values({
      id: newId(),
      at: clock.now(),
      uid: reader.uid,
      account: reader.account,
      name: reader.name,
      paths: sql`${[...(reader.grants.departments ?? [])]}::ltree[]`,
      area: entry.area,
      query: JSON.stringify(entry.query),
      rows_seen: rows,
      object_ids: [...(entry.objectIds ?? [])].slice(0, mostObjects),
      file_id: entry.fileId ?? null,
      bytes: entry.bytes ?? null,
      reason: entry.reason ?? null,
      request_id: reader.requestId,
      session_id: reader.sessionId,
      address: reader.address,
      count,
    })
    .execute();
}
