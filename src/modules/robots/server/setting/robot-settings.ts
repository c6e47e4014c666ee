import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import type { Services } from '#kit/server/services.ts';
import type { EffectiveValues } from '../../common/setting/values.ts';
import { effectiveOf, settingsDownTo } from './effective.ts';

/** Changes of this process. */
export const settingChanges = createRecentChange();

const trustMillis = 1_000;
const mostKnown = 10_000;

const rememberedOf = perProduct(() => ({ known: new Map<string, { at: number; values: Promise<EffectiveValues> }>() }));

/**
 * Returns what is set for the robots of a company or department (null: what the site says), each value the narrower of the site's and of the
 * companies' above. Read again once a second, and at once after a change of this process.
 */
export function robotSettings(services: Pick<Services, 'database'>, departmentId: string | null): Promise<EffectiveValues> {
  const { known } = rememberedOf(services);
  const key = departmentId ?? '';
  const at = performance.now();
  const found = known.get(key);
  if (found && at - found.at < trustMillis && !settingChanges.isRecent()) return found.values;
  if (known.size > mostKnown) known.clear();
  const values = readRobotSettings(services.database.db, departmentId);
  known.set(key, { at, values });
  values.catch(() => known.delete(key));
  return values;
}

/** Reads the same within a transaction. */
export async function readRobotSettings(db: Db, departmentId: string | null): Promise<EffectiveValues> {
  return effectiveOf(await settingsDownTo(db, departmentId));
}
