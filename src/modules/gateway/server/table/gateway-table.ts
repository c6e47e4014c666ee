import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { accessTableChanges, accessTableGeneration } from '#modules/access/server/public.ts';
import '../gateway.table.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** Milliseconds for which a node trusts its table without looking whether anything changed. */
const trustMillis = 500;

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
  return {
    recent: () => (!accessTableChanges.isRecent() && performance.now() - lookedAt <= trustMillis ? current : undefined),
    now: () => {
      if (accessTableChanges.isRecent()) return look();
      if (current && performance.now() - lookedAt <= trustMillis) return Promise.resolve(current);
      looking ??= look().finally(() => (looking = undefined));
      return looking;
    },
  };
}

/** The table of a running product. */
export const tableOf = perProduct(openTable);
