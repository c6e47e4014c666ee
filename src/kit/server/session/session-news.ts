import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import { createRecentChange } from '../recent-change.ts';
import './session.table.ts';

/** Milliseconds for which a node trusts what it knows without looking whether a session changed anywhere. */
const trustMillis = 500;
/** A change is told to those who watch when it is younger than this by its writer's clock; their own look finds older ones. */
const newsMillis = 120_000;

/**
 * Tells every node of changed sessions at the commit of this transaction and not before. A row rather than a message: it can't be lost,
 * it can't overtake its commit, and it is there whatever carries the bus.
 */
export async function sessionsChanged(tx: Db, uids: readonly string[]): Promise<void> {
  await tx
    .insertInto('session_change')
    .values({ at: Date.now(), uids: [...uids] })
    .execute();
}

/** What a node knows of changes made anywhere. */
export interface SessionNews {
  /** Settles when everything that was committed half a second ago is known; what is outdated has been forgotten then. */
  fresh(): Promise<void>;
  /** A change is on its way in this process. */
  expect(): void;
  /** Calls back after a change that concerns this person, within a second; returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
}

/** Watches for changed sessions; `forget` drops what is in memory. */
export function watchSessions(db: Db, forget: () => void): SessionNews {
  const watchers = createWatchers();
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  const changes = createRecentChange();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const at = performance.now();
    const next = await generation(db);
    lookedAt = Math.max(lookedAt, at);
    if (next === word) return;
    word = next;
    forget();
    if (watchers.size() > 0) watchers.tell(await recentlyChanged(db));
  };
  const fresh = async (): Promise<void> => {
    const now = performance.now();
    // A look that others share may have begun before the commit that this call comes after.
    if (changes.isRecent()) return look();
    if (now - lookedAt <= trustMillis) return;
    await (looking ??= look().finally(() => (looking = undefined)));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    fresh,
    expect: () => {
      changes.happens();
      forget();
    },
    watch: (uid, listener) => {
      const end = watchers.add(uid, listener);
      // A database that is away is asked again; calls report it.
      timer ??= setInterval(() => void fresh().catch(() => undefined), trustMillis).unref();
      return () => {
        end();
        if (watchers.size() > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

function createWatchers() {
  const byUid = new Map<string, Set<() => void>>();
  return {
    size: () => byUid.size,
    add: (uid: string, listener: () => void) => {
      const own = byUid.get(uid) ?? new Set();
      byUid.set(uid, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && byUid.get(uid) === own) byUid.delete(uid);
      };
    },
    tell: (uids: readonly string[]) => {
      for (const uid of uids) for (const listener of byUid.get(uid) ?? []) listener();
    },
  };
}

/** A word that differs after every committed change, whatever the order of the commits. */
async function generation(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(sum(id), 0) as word from session_change`.execute(db);
  return rows[0]?.word ?? '';
}

async function recentlyChanged(db: Db): Promise<string[]> {
  const since = Date.now() - newsMillis;
  const { rows } = await sql<{ uid: string }>`select distinct unnest(uids) as uid from session_change where at > ${since}`.execute(db);
  return rows.map(({ uid }) => uid);
}
