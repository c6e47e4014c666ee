import { licenceLimits, type LicenceLimit } from '#kit/common/licence/licence-facts.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { LicenceGauge } from '../common/licence.contract.ts';
import { dayMillis } from './licence-standing.ts';
import { countUsed, settleSeats } from './licence-terms.ts';
import { storeOf } from './licence.query.ts';

const keptDays = 400;
const trendDays = 90;
/** A limit further away than this is not previewed. */
const furthestDays = 3_650;

/** The calendar day of a moment, in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface Point {
  day: string;
  used: number;
}

/** What is used of every limit that somebody counts, with its trend. */
export async function gaugesOf(services: Services, db: Db): Promise<LicenceGauge[]> {
  const store = storeOf(services);
  const now = services.now();
  const [used, days] = [await countUsed(db, store.counts), await readDays(db, dayOf(now - trendDays * dayMillis))];
  const { limits } = store.terms();
  return [...used].map(([kind, n]) => {
    const past = days.flatMap((row): Point[] => {
      const value = row[kind];
      return value === null || row.day === dayOf(now) ? [] : [{ day: row.day, used: value }];
    });
    const trend = [...past, { day: dayOf(now), used: n }];
    const max = limits[kind] ?? null;
    return { kind, used: n, max, free: max === null ? null : Math.max(0, max - n), reachedOn: reachedOn(trend, max, now), trend };
  });
}

/** What was used on each day from one on, the oldest first. */
export function readDays(db: Db, from: string) {
  return db.selectFrom('licence_usage_day').selectAll().where('day', '>=', from).orderBy('day').execute();
}

/** The day on which a limit is reached, by the straight line that fits the days best; null without a rise, without a limit, or too far away. */
export function reachedOn(trend: readonly Point[], max: number | null, now: number): string | null {
  const last = trend.at(-1);
  if (max === null || !last) return null;
  if (last.used >= max) return dayOf(now);
  const points = trend.map(({ day, used }) => ({ x: Date.parse(day) / dayMillis, y: used }));
  if (points.length < 7) return null;
  const mean = (of: 'x' | 'y'): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [midX, midY] = [mean('x'), mean('y')];
  const spread = points.reduce((sum, { x }) => sum + (x - midX) ** 2, 0);
  const slope = spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - midX) * (y - midY), 0) / spread;
  const days = (max - last.used) / slope;
  return slope > 0 && days <= furthestDays ? dayOf(now + Math.ceil(days) * dayMillis) : null;
}

/** Writes down what is used today, and counts limited seats again, so that a mistake lives for a day at most. Days of long ago go. */
export async function noteUsage(services: Services): Promise<void> {
  const { db } = services.database;
  const store = storeOf(services);
  const now = services.now();
  const used = Object.fromEntries(await countUsed(db, store.counts)) as Partial<Record<LicenceLimit, number>>;
  const values = Object.fromEntries(licenceLimits.map((kind) => [kind, used[kind] ?? null])) as Record<LicenceLimit, number | null>;
  const isNew = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('licence_usage_day')
      .values({ day: dayOf(now), ...values })
      .onConflict((on) => on.column('day').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    if (Object.keys(store.terms().limits).length > 0) await settleSeats(tx, store.counts, store.terms());
    return true;
  });
  // The last count of a day is the day's.
  if (!isNew) await db.updateTable('licence_usage_day').set(values).where('day', '=', dayOf(now)).execute();
  await db
    .deleteFrom('licence_usage_day')
    .where('day', '<', dayOf(now - keptDays * dayMillis))
    .execute();
}
