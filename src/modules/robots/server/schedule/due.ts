import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { scheduleLimits } from '../../common/schedule/words.ts';
import { noteRun, runSchedule, type RunResult } from './run.ts';
import { plan, schedulesById, type StoredSchedule } from './schedules.ts';

const mostAtOnce = 100;
/** Rounds of one tick, and runs that are under way together. */
const mostRounds = 50;
const atOnce = 8;
const minuteMillis = 60_000;
const dayMillis = 86_400_000;
/** A run that was begun so long ago and never ended is done again: its process is gone. */
const abandonedMillis = 5 * minuteMillis;

interface Claim {
  readonly scheduleId: string;
  readonly plannedAt: number;
  readonly missed: boolean;
}

/** Runs the schedules that are due: each planned time is claimed once over all processes, and its messages carry its key. */
export async function runDue(services: Services): Promise<void> {
  let claims = [...(await claimAbandoned(services)), ...(await claimDue(services))];
  // Many may be due in one minute: the next are taken as soon as these are done.
  for (let round = 0; claims.length > 0 && round < mostRounds; round += 1) {
    for (let at = 0; at < claims.length; at += atOnce)
      await Promise.all(claims.slice(at, at + atOnce).map((claim) => runClaim(services, claim)));
    claims = await claimDue(services);
  }
}

async function runClaim(services: Services, { scheduleId, plannedAt, missed }: Claim): Promise<void> {
  const { db } = services.database;
  const [schedule] = await schedulesById(db, [scheduleId]);
  const result = schedule
    ? await resultOf(services, schedule, { plannedAt, missed })
    : ({ class: 'missed', posted: 0, failed: 0 } as const);
  const { rows } = await sql`update robot_schedule_run set ended_at = ${services.now()}, class = ${result.class}, posted = ${result.posted},
    failed = ${result.failed} where schedule_id = ${scheduleId}::uuid and planned_at = ${plannedAt} and ended_at is null
    returning planned_at`.execute(db);
  if (schedule && rows.length > 0) await noteRun(services, schedule, result);
}

async function resultOf(
  services: Services,
  schedule: StoredSchedule,
  { plannedAt, missed }: Omit<Claim, 'scheduleId'>,
): Promise<RunResult> {
  if (missed) return { class: 'missed', posted: 0, failed: 0 };
  try {
    return await runSchedule(services, schedule, { key: `schedule ${schedule.id} ${plannedAt}` });
  } catch (error) {
    services.log.error({ err: error, schedule: schedule.id }, 'A schedule failed');
    return { class: 'failed', posted: 0, failed: 1 };
  }
}

/** Takes the times that are due and puts the next ones in; what passed while nothing ran is left out or made up for once. */
function claimDue(services: Services): Promise<Claim[]> {
  const now = services.now();
  return services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; plannedAt: number; onMissed: 'skip' | 'once' }>`select s.id, s.next_at as "plannedAt",
        s.on_missed as "onMissed" from robot_schedule s join robot r on r.id = s.robot_id
      where s.state = 'on' and s.next_at <= ${now} order by s.next_at limit ${mostAtOnce} for update of s skip locked`.execute(tx);
    const claims: Claim[] = [];
    for (const { id, plannedAt, onMissed } of rows) {
      const { rows: taken } =
        await sql`insert into robot_schedule_run (schedule_id, planned_at, begun_at) values (${id}::uuid, ${plannedAt}, ${now})
        on conflict do nothing returning planned_at`.execute(tx);
      const isLate = now - plannedAt > scheduleLimits.graceMinutes * minuteMillis;
      if (taken.length > 0) claims.push({ scheduleId: id, plannedAt, missed: isLate && onMissed === 'skip' });
    }
    await plan(
      tx,
      rows.map(({ id }) => id),
      now,
    );
    return claims;
  });
}

async function claimAbandoned(services: Services): Promise<Claim[]> {
  const now = services.now();
  const { rows } = await sql<{ scheduleId: string; plannedAt: number }>`update robot_schedule_run set begun_at = ${now}
    where (schedule_id, planned_at) in (select schedule_id, planned_at from robot_schedule_run
      where ended_at is null and begun_at < ${now - abandonedMillis} limit ${mostAtOnce} for update skip locked)
    returning schedule_id as "scheduleId", planned_at as "plannedAt"`.execute(services.database.db);
  return rows.map((row) => ({ ...row, missed: false }));
}

/** Forgets runs that nobody reads any more. */
export const forgetRuns = upkeepEvery(dayMillis / 24, async ({ database, now }: Services) => {
  await sql`delete from robot_schedule_run where planned_at < ${now() - 90 * dayMillis} and ended_at is not null`.execute(database.db);
});
