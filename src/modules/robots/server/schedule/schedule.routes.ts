import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { scheduleNext, schedulePause, scheduleRunNow } from '../../common/schedule/schedule.contract.ts';
import { robotById } from '../company/facts.ts';
import { assertRobot } from '../company/reach.ts';
import { robotSettings } from '../setting/robot-settings.ts';
import { noteRun, runSchedule } from './run.ts';
import { assertTiming, schedules, schedulesById } from './schedules.ts';
import { nextRuns } from './times.ts';

async function next(call: Call, { robotId, ...timing }: Parsed<typeof scheduleNext>): Promise<Reply<typeof scheduleNext>> {
  await assertRobot(call.db, call.caller, robotId);
  const issues = assertTiming(timing);
  if (issues.length > 0) throw new InvalidInput(issues);
  const robot = await robotById(call.db, robotId);
  const { calendar } = await robotSettings(call.services, robot?.companyDeptId ?? null);
  return { next: nextRuns(timing, call.services.now(), calendar) };
}

async function runNow(call: Call, { id }: Parsed<typeof scheduleRunNow>): Promise<Reply<typeof scheduleRunNow>> {
  const range = call.caller.scope();
  const [schedule] = await schedulesById(call.db, [id]);
  if (!schedule) throw range.all ? notFound() : outOfRange();
  await assertRobot(call.db, call.caller, schedule.robotId);
  await call.write(async () => {
    call.caller.touch({ kind: 'robotSchedule', id, name: schedule.name });
  });
  const result = await runSchedule(call.services, schedule, { key: `schedule ${id} by hand ${newId()}`, byHand: true });
  await noteRun(call.services, schedule, result);
  return { class: result.class, posted: result.posted, failed: result.failed };
}

/** What is done with schedules beside the verbs of every entity. */
export const scheduleRoutes = [
  handle(scheduleNext, next),
  handle(scheduleRunNow, runNow),
  handle(schedulePause, (call, { ids, paused }) =>
    call.write(async (tx) => {
      const fields = { state: paused ? ('paused' as const) : ('on' as const) };
      const states = await changeObjects(
        tx,
        call.caller,
        schedules.kind,
        ids.map((id) => ({ id, version: null, fields })),
      );
      if (!paused) await sql`update robot_schedule set failures = 0 where id = any(${ids}::uuid[])`.execute(tx);
      return { count: states.length };
    }),
  ),
];
