import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange, rememberedUntilChange } from '#kit/server/recent-change.ts';

/** What carries the messages, and how. */
export interface EngineState {
  readonly version: number;
  readonly driver: 'embedded';
  readonly pingSeconds: number;
  readonly pausedUntil: number | null;
  readonly pauseReason: string;
  readonly updatedAt: number;
}

/** Id of the one row. */
export const engineId = '00000000-0000-7000-8000-000000000306';

/** The engine as it is kept. */
export async function readEngine(db: Db): Promise<EngineState> {
  const { rows } = await sql<EngineState>`select version, driver, ping_seconds as "pingSeconds", paused_until as "pausedUntil",
    pause_reason as "pauseReason", updated_at as "updatedAt" from im_engine`.execute(db);
  return rows[0]!;
}

/** Changes of the engine that this process makes. */
export const engineChanges = createRecentChange();
const trustMillis = 500;

/** The engine of a running product, read again twice a second and at once after a change of this process. */
export const engineOf = perProduct(({ database }) => ({
  now: rememberedUntilChange(() => readEngine(database.db), engineChanges, trustMillis),
}));
