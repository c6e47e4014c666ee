import { sql } from 'kysely';
import { systemCaller } from '#kit/server/caller.ts';
import { pick } from '#kit/common/language.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { robotService } from '../../common/permissions.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import { tellAddresses } from './out/work.ts';
import { robotKind } from './robots.ts';
import './robot.table.ts';

const hourMillis = 3_600_000;
const dayMillis = 86_400_000;
/** Days for which an event that was told can be told again by hand, and a key that ended is known by its time. */
const keptDays = 7;

/** Removes what is over, and makes the partition of the next month before its first call comes. */
const tidy = upkeepEvery<Services>(hourMillis, async ({ database: { db }, now }) => {
  const before = now() - keptDays * dayMillis;
  await sql`delete from robot_event where state <> 'waiting' and at < ${before}`.execute(db);
  await sql`delete from robot_key where ends_at < ${before}`.execute(db);
  await sql`delete from robot_cooldown where at < ${now() - dayMillis}`.execute(db);
  await sql`select make_log_partition('robot_log', ${now() + 5 * dayMillis})`.execute(db);
});

/** Disables robots that nobody used for so many days as their company says; the owner is told. */
async function disableUnused(services: Services): Promise<void> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string; company: string; owner: string; name: Record<string, string>; last: number }>`select r.id,
      r.company_dept_id as company, r.owner_id as owner, r.name,
      greatest(r.updated_at, coalesce((select max(l.at) from robot_log l where l.robot_id = r.id), 0)) as last
    from robot r where r.enabled`.execute(db);
  for (const { id, company, owner, name, last } of rows) {
    const { unusedDays } = await readRobotSettings(db, company);
    if (unusedDays === 0 || last > services.now() - unusedDays * dayMillis) continue;
    await db
      .transaction()
      .execute((tx) =>
        switchObjects(tx, systemCaller('robot.disable'), robotKind, { ids: [id], action: 'disable', field: 'enabled', value: false }),
      );
    const { language = 'zh_CN' } = (await services.directory.byUid(db, owner)) ?? {};
    const params = { name: pick(name, language), n: unusedDays };
    await notifyPerson(services, owner, {
      title: services.texts.text(language, 'robots', 'notice.unused.title', params),
      text: services.texts.text(language, 'robots', 'notice.unused.text', params),
      link: `${robotService.companyDetail.route ?? ''}?id=${id}`,
    });
  }
}

/** Upkeep of robots: events that are due, what is over, robots that nobody uses. */
export const robotUpkeep = inTurn(tellAddresses, tidy, upkeepEvery<Services>(dayMillis, disableUnused));
