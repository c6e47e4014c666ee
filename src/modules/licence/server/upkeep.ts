import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { storeOf } from './licence.query.ts';
import { watchLicence } from './licence.warnings.ts';
import { noteUsage } from './usage.ts';

const hourMillis = 3_600_000;
const minuteMillis = 60_000;

const note = upkeepEvery(hourMillis, async (services: Services) => {
  await noteTime(services);
  await noteUsage(services);
});
const watch = upkeepEvery(minuteMillis, watchLicence);

/** Every few seconds: what holds, in case nobody told. Every minute: what is to be said. Every hour: the time that was seen, and what is used. */
export const lookAfterLicence = inTurn(async (services) => storeOf(services).refresh(), note, watch);

/** Writes down the latest time that was seen: only ever forward. */
export async function noteTime({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now();
  await database.db.updateTable('licence_site').set({ seen_at: at }).where('seen_at', '<', at).execute();
}
