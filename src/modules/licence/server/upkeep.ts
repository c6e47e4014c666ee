import type { Services } from '#kit/server/services.ts';
import { storeOf } from './licence.query.ts';
import { watchLicence } from './licence.warnings.ts';
import { noteUsage } from './usage.ts';

const hourMillis = 3_600_000;
const minuteMillis = 60_000;

interface Last {
  watched: number;
  noted: number;
}

const lasts = new WeakMap<Services, Last>();

/** Every few seconds: what holds, in case nobody told. Every minute: what is to be said. Every hour: the time that was seen, and what is used. */
export async function lookAfterLicence(services: Services): Promise<void> {
  const store = storeOf(services);
  await store.refresh();
  const last = lasts.get(services) ?? { watched: Number.NEGATIVE_INFINITY, noted: Number.NEGATIVE_INFINITY };
  lasts.set(services, last);
  const now = performance.now();
  if (now - last.noted > hourMillis) {
    await noteTime(services);
    await noteUsage(services);
    // Only now: what failed is tried again with the next tick, not in an hour.
    last.noted = now;
  }
  if (now - last.watched > minuteMillis) {
    await watchLicence(services);
    last.watched = now;
  }
}

/** Writes down the latest time that was seen: only ever forward. */
export async function noteTime({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now();
  await database.db.updateTable('licence_site').set({ seen_at: at }).where('seen_at', '<', at).execute();
}
