import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { robotSchedule, type ScheduleContent } from '../../common/schedule/schedule.contract.ts';
import type { RunClass, scheduleStates } from '../../common/schedule/words.ts';
import { knownRobots, throughRobot } from '../company/reach.ts';
import { directory } from '../directory.ts';
import { readMrmAbilities } from '../role/mrm-functions.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import { isRule, isTooOften, isZone, nextRun, nextRuns, type Timing } from './times.ts';

/** A schedule as it works. */
export interface StoredSchedule extends Timing {
  readonly id: string;
  readonly robotId: string;
  readonly name: string;
  readonly content: ScheduleContent;
  readonly groups: readonly string[];
  readonly people: readonly string[];
  readonly mentionAll: boolean;
  readonly onMissed: 'skip' | 'once';
  readonly state: (typeof scheduleStates)[number];
  readonly nextAt: number | null;
  readonly failures: number;
  readonly companyDeptId: string;
}

const columns = sql`s.id, s.robot_id as "robotId", s.name, s.cron, s.once_at as "onceAt", s.zone, s.calendar, s.content, s.groups, s.people,
  s.mention_all as "mentionAll", s.starts_at as "startsAt", s.ends_at as "endsAt", s.on_missed as "onMissed", s.state, s.next_at as "nextAt",
  s.failures, r.company_dept_id as "companyDeptId"`;

/** Schedules by their ids, of robots that are there. */
export async function schedulesById(db: Db, ids: readonly string[]): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`select ${columns} from robot_schedule s join robot r on r.id = s.robot_id
    where s.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Puts the next time of schedules in; one without any has ended. */
export async function plan(db: Db, ids: readonly string[], after: number): Promise<void> {
  for (const schedule of await schedulesById(db, ids)) {
    const { calendar } = await readRobotSettings(db, schedule.companyDeptId);
    const nextAt = nextRun(schedule, after, calendar);
    const state = schedule.state === 'paused' ? 'paused' : nextAt === null ? 'ended' : 'on';
    await sql`update robot_schedule set next_at = ${state === 'on' ? nextAt : null}, state = ${state} where id = ${schedule.id}::uuid`.execute(
      db,
    );
  }
}

type Adder = (path: string, key: string, params?: Record<string, number>) => void;

/** What is wrong with when a schedule runs; too often is answered by 17097. */
function checkTiming({ cron, onceAt, zone, startsAt, endsAt }: Omit<Timing, 'calendar'>, add: Adder): void {
  if ((cron === null) === (onceAt === null)) add('cron', 'schedule.oneOf');
  if (!isZone(zone)) add('zone', 'schedule.noZone');
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) add('endsAt', 'schedule.endBefore');
  if (cron === null) return;
  if (!isRule(cron)) add('cron', 'schedule.noRule');
  else if (isTooOften(cron)) throw new Refusal(17097);
}

/** Refuses a rule as the form shows it before it is saved. */
export function assertTiming(timing: Omit<Timing, 'calendar'>): OperationIssue[] {
  const issues: OperationIssue[] = [];
  checkTiming(timing, (path, key) => issues.push({ path, namespace: 'robots', key }));
  return issues;
}

async function isFull(tx: Tx, robotId: string): Promise<number | undefined> {
  const { rows } = await sql<{ owner: string; n: number }>`select r.owner_id as owner, (select count(*)::int from robot_schedule s
      join robot o on o.id = s.robot_id where o.owner_id = r.owner_id) as n from robot r where r.id = ${robotId}::uuid`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const [abilities] = await readMrmAbilities(tx, [found.owner]);
  const most = abilities!.limits.schedules;
  return found.n >= most ? most : undefined;
}

/** Schedules on the server. */
export const schedules = crudServer(robotSchedule, {
  table: 'robot_schedule',
  directory,
  range: throughRobot('robot_schedule'),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const robots = await knownRobots(
      tx,
      operations.flatMap(({ after }) => after?.robotId ?? []),
    );
    const stored = new Map(
      (
        await schedulesById(
          tx,
          operations.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    for (const [index, { id, action, after }] of operations.entries()) {
      if (!after || action === 'delete') continue;
      const add: Adder = (path, key, params = {}) =>
        void issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'robots', key, params }]);
      if (after.robotId !== undefined && !robots.has(after.robotId)) add('robotId', 'issue.noRobot');
      const now = { cron: null, onceAt: null, startsAt: null, endsAt: null, zone: '', ...stored.get(id), ...after };
      if (['cron', 'onceAt', 'zone', 'startsAt', 'endsAt'].some((name) => name in after)) checkTiming(now, add);
      const full = stored.has(id) || after.robotId === undefined ? undefined : await isFull(tx, after.robotId);
      if (full !== undefined) add('robotId', 'issue.tooMany', { n: full });
    }
    return issues;
  },
  written: async (tx, _caller, operations) =>
    plan(
      tx,
      operations.filter(({ action }) => action !== 'delete').map(({ id }) => id),
      clock.now(),
    ),
  rows: async ({ db }, objects) => {
    const { rows } = await sql<{
      id: string;
      nextAt: number | null;
      lastAt: number | null;
      lastClass: RunClass | null;
      failures: number;
    }>`select
      id, next_at as "nextAt", last_at as "lastAt", last_class as "lastClass", failures from robot_schedule
      where id = any(${objects.map(({ id }) => id)}::uuid[])`.execute(db);
    const known = new Map(rows.map(({ id, ...row }) => [id, row]));
    return objects.map(({ id }) => known.get(id) ?? { nextAt: null, lastAt: null, lastClass: null, failures: 0 });
  },
  detail: async ({ db, services }, { id }) => {
    const [schedule] = await schedulesById(db, [id]);
    if (!schedule || schedule.state !== 'on') return { next: [] };
    const { calendar } = await readRobotSettings(db, schedule.companyDeptId);
    return { next: nextRuns(schedule, services.now(), calendar) };
  },
});
