import { sql } from 'kysely';
import { gatherer } from '#platform/gather.ts';
import type { Db } from '../directory.ts';
import { createRecentChange } from '../recent-change.ts';
import './session.table.ts';

/** Milliseconds for which a node trusts what it knows without looking whether a session changed anywhere. */
const trustMillis = 500;
/** A change is told to those who watch when it is younger than this by its writer's clock; their own look finds older ones. */
const newsMillis = 120_000;
/** Calls that look at the same time do so together. */
const mostLooks = 10_000;

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
export interface SessionChanges {
  /** Settles when everything that was committed half a second ago is known; what is outdated has been forgotten then. */
  fresh(): Promise<void>;
  /** A change is on its way in this process. */
  expect(): void;
  /** Calls back after a change that concerns this person, within a second, and once at the beginning: what changed just before is not missed. Returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
}

/** Watches for changed sessions; `forget` drops what is in memory. */
export function watchSessions(db: Db, forget: () => void): SessionChanges {
  const watchers = createWatchers();
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  const changes = createRecentChange();
  let looking: Promise<void> | undefined;
  const news = createNews(db);
  const look = async (): Promise<void> => {
    const at = performance.now();
    const next = await generation(db);
    lookedAt = Math.max(lookedAt, at);
    if (next === word) return;
    word = next;
    forget();
    if (watchers.size() > 0) watchers.tell(await news.take());
  };
  // A look under way may have begun before the commit that a call comes after: those that come meanwhile share the next one.
  const lookAgain = gatherer(mostLooks, async (calls: readonly true[]) => {
    await look();
    return calls;
  });
  const fresh = async (): Promise<void> => {
    const now = performance.now();
    if (changes.isRecent()) {
      await lookAgain(true);
      return;
    }
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
      timer ??= setInterval(() => {
        watchers.greet();
        void fresh().catch(() => undefined);
      }, trustMillis).unref();
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
  let newcomers = new Set<() => void>();
  return {
    size: () => byUid.size,
    add: (uid: string, listener: () => void) => {
      const own = byUid.get(uid) ?? new Set();
      byUid.set(uid, own.add(listener));
      newcomers.add(listener);
      return () => {
        own.delete(listener);
        newcomers.delete(listener);
        if (own.size === 0 && byUid.get(uid) === own) byUid.delete(uid);
      };
    },
    /** Tells those who came since the last time. */
    greet: () => {
      const all = newcomers;
      newcomers = new Set();
      for (const listener of all) listener();
    },
    tell: (uids: Iterable<string>) => {
      for (const uid of uids) for (const listener of byUid.get(uid) ?? []) listener();
    },
  };
}

/** A word that differs after every committed change, whatever the order of the commits. */
async function generation(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(sum(id), 0) as word from session_change`.execute(db);
  return rows[0]?.word ?? '';
}

/** Whose sessions were changed lately. Each change is told once: one more for everybody of two minutes would be a look of thousands at each sign-in. */
function createNews(db: Db): { take(): Promise<Set<string>> } {
  let told = new Set<number>();
  return {
    take: async () => {
      const since = Date.now() - newsMillis;
      const { rows } = await sql<{ id: number; uids: string[] }>`select id, uids from session_change where at > ${since}`.execute(db);
      const before = told;
      told = new Set(rows.map(({ id }) => id));
      return new Set(rows.filter(({ id }) => !before.has(id)).flatMap(({ uids }) => uids));
    },
  };
}
