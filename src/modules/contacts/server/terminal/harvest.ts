import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { personDetail } from '../../common/permissions.ts';
import type { Eye } from './eye.ts';
import '../contacts.table.ts';

const hourMillis = 3_600_000;
const dayMillis = 86_400_000;

/** Said when somebody opens more different cards than the settings allow. */
export const harvestWarning: WarningKind = {
  kind: 'contact.harvest',
  title: local('通讯录被大量查看', 'Many cards opened', '連絡先の大量閲覧'),
  sentence: local(
    '{name} 打开了 {cards} 位不同人员的名片',
    '{name} opened the cards of {cards} different people',
    '{name} が {cards} 人の情報を開きました',
  ),
  severity: 'warning',
  moment: true,
  repeatHours: 1,
  facts: {
    cards: { label: local('人数', 'People', '人数') },
    sample: { label: local('示例', 'Sample', '例') },
  },
  link: () => `${personDetail.route}?view=reveals&tab=scrapes`,
};

/** Counts the different cards that a viewer opens; beyond the limit it is told, and more are refused where the settings say so (20041). */
export async function assertNotHarvesting(eye: Eye, targetId: string): Promise<void> {
  const { viewer, db, services, preview } = eye;
  const viewerId = viewer.person.id;
  if (preview || targetId === viewerId) return;
  const now = services.now();
  const { rows: open } = await sql<{ state: string; until: number; known: boolean }>`select state, until_at as until,
      exists (select from contact_opened o where o.viewer_id = ${viewerId}::uuid and o.target_id = ${targetId}::uuid and o.at > ${now - dayMillis}) as known
    from contact_scrape where viewer_id = ${viewerId}::uuid and until_at > ${now} and state <> 'cleared' order by since desc limit 1`.execute(
    db,
  );
  const watch = open[0];
  // Whose card was opened before may be opened again.
  if (watch?.state === 'blocked' && !watch.known) throw blockedUntil(watch.until);
  await sql`insert into contact_opened (viewer_id, target_id, at) values (${viewerId}, ${targetId}, ${now})
    on conflict (viewer_id, target_id) do update set at = excluded.at`.execute(db);
  if (watch) return;
  const { scrapePerHour, scrapePerDay, scrapeAction } = viewer.book.config;
  // After somebody was cleared it is counted again.
  const { rows } = await sql<{ hour: number; day: number }>`with cleared as (
      select coalesce(max(cleared_at), 0) as at from contact_scrape where viewer_id = ${viewerId}::uuid)
    select count(*) filter (where o.at > ${now - hourMillis}) as hour, count(*) as day from contact_opened o, cleared
    where o.viewer_id = ${viewerId}::uuid and o.at > greatest(${now - dayMillis}, cleared.at)`.execute(db);
  const counts = rows[0];
  if (!counts || (counts.hour <= scrapePerHour && counts.day <= scrapePerDay)) return;
  const isBlocked = scrapeAction === 'alarmBlock';
  const until = now + dayMillis;
  await db
    .insertInto('contact_scrape')
    .values({
      id: newId(),
      viewer_id: viewerId,
      state: isBlocked ? 'blocked' : 'watched',
      cards: Math.max(counts.hour, counts.day),
      since: now,
      until_at: until,
    })
    .execute();
  await tell(eye, Math.max(counts.hour, counts.day));
  if (isBlocked) throw blockedUntil(until);
}

const blockedUntil = (until: number): Refusal =>
  new Refusal(20041, { time: new Date(until).toISOString().slice(0, 16).replace('T', ' ') }, { until });

async function tell({ db, services, viewer }: Eye, cards: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select e.name from contact_opened o join employee e on e.id = o.target_id
    where o.viewer_id = ${viewer.person.id}::uuid order by o.at desc limit 5`.execute(db);
  await services.warnings.raise(db, {
    kind: harvestWarning.kind,
    object: { kind: 'employee', id: viewer.person.id, name: viewer.person.name },
    facts: { cards, sample: rows.map(({ name }) => name).join(', ') },
  });
}

/** Forgets what is too old to matter. */
export async function forgetOld({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now();
  await sql`delete from contact_opened where at < ${at - dayMillis}`.execute(database.db);
  await sql`delete from contact_trace where at < ${at - 7 * dayMillis}`.execute(database.db);
  await sql`delete from contact_reveal where at < ${at - 366 * dayMillis}`.execute(database.db);
  // A copy lives 30 days at most.
  await sql`delete from contact_copy where at < ${at - 32 * dayMillis}`.execute(database.db);
}
