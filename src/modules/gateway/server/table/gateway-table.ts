import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { accessTableChanges, accessTableGeneration } from '#modules/access/server/public.ts';
import '../gateway.table.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** Milliseconds for which a node trusts its table without looking whether anything changed, and after which it looks while calls go on. */
const trustMillis = 500;
const lookAheadMillis = trustMillis / 2;

/** The table of published interfaces of this process. */
export interface GatewayTable {
  now(): Promise<Snapshot>;
  /** The same where it can be told at once. */
  recent(): Snapshot | undefined;
}

/** Opens the table: a change is found within half a second, at once where it was made; with the database away the last one goes on. */
function openTable({ database, log }: Pick<Services, 'database' | 'log'>): GatewayTable {
  const { db } = database;
  let current: Snapshot | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Snapshot> | undefined;

  const look = async (): Promise<Snapshot> => {
    const at = performance.now();
    try {
      const word = await accessTableGeneration(db);
      if (current?.word !== word) current = await readSnapshot(db, word, current);
      lookedAt = at;
      return current;
    } catch (error) {
      if (!current) throw error;
      log.warn({ err: error }, 'The table of interfaces could not be read; the last one goes on');
      lookedAt = at;
      return current;
    }
  };
  const lookOnce = (): Promise<Snapshot> => (looking ??= look().finally(() => (looking = undefined)));
  return {
    recent: () => {
      if (accessTableChanges.isRecent()) return undefined;
      const age = performance.now() - lookedAt;
      if (age > trustMillis) return undefined;
      // Before its time is over, so that no call waits for it.
      if (age > lookAheadMillis) void lookOnce().catch(() => undefined);
      return current;
    },
    now: () => {
      if (accessTableChanges.isRecent()) return look();
      if (current && performance.now() - lookedAt <= trustMillis) return Promise.resolve(current);
      return lookOnce();
    },
  };
}

/** The table of a running product. */
export const tableOf = perProduct(openTable);
