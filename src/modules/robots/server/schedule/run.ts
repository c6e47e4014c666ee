import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { callInterface } from '#modules/gateway/server/public.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { scheduleLimits, type RunClass } from '../../common/schedule/words.ts';
import { personPlace } from '../assistant/person-place.ts';
import { plainContent, type RobotContent } from '../company/content.ts';
import { placesOf, robotById, type RobotFacts } from '../company/facts.ts';
import { noteCall } from '../company/log.ts';
import { postFromRobot, type RobotTarget } from '../company/post.ts';
import { filled } from '../company/talk/command-line.ts';
import { robotSettings } from '../setting/robot-settings.ts';
import { inQuiet } from './quiet.ts';
import type { StoredSchedule } from './schedules.ts';

/** What became of a run. */
export interface RunResult {
  readonly class: RunClass;
  readonly posted: number;
  readonly failed: number;
}

const nothing = (found: RunClass): RunResult => ({ class: found, posted: 0, failed: 0 });

/** What is posted; null where there is nothing to post, undefined where the interface failed. */
async function contentOf(services: Services, robot: RobotFacts, { content }: StoredSchedule): Promise<string | null | undefined> {
  const [language = 'zh_CN'] = services.languages;
  if (content.kind !== 'interface') return pick(content.text, language);
  const owner = await services.directory.byUid(services.database.db, robot.ownerId);
  if (!owner?.mayEnter) return undefined;
  const { uid, account, name } = owner;
  const answer = await callInterface(services, { module: 'robots', employee: { uid, account, name } }, content.path);
  if (answer.code !== 0) return undefined;
  const template = pick(content.template, language);
  const text = filled(template, answer.data);
  // A template that only repeats its own words says nothing of the data.
  return content.skipEmpty && text.trim() === filled(template, {}).trim() ? null : text;
}

async function targetsOf(services: Services, { robotId, groups, people }: StoredSchedule): Promise<RobotTarget[]> {
  const own = (await placesOf(services.database.db, robotId)).map(({ id }) => id);
  const chosen = groups.length === 0 && people.length === 0 ? own : own.filter((id) => groups.includes(id));
  return [...chosen.map((groupId) => ({ groupId })), ...people.map((employeeId) => ({ employeeId }))];
}

/**
 * Posts what a schedule says to all its targets. The key is that of the schedule and its planned time: what was posted already under it, by
 * whichever process, is not posted again. `byHand`: quiet hours do not count.
 */
export async function runSchedule(
  services: Services,
  schedule: StoredSchedule,
  { key, byHand = false }: { readonly key: string; readonly byHand?: boolean },
): Promise<RunResult> {
  const { db } = services.database;
  const robot = await robotById(db, schedule.robotId);
  if (!robot?.enabled) return nothing('robotDisabled');
  const { quietHours } = await robotSettings(services, robot.companyDeptId);
  if (!byHand && inQuiet(services.now(), schedule.zone, quietHours)) return nothing('quiet');
  const targets = await targetsOf(services, schedule);
  if (targets.length === 0) return nothing('noTarget');
  const started = performance.now();
  const text = await contentOf(services, robot, schedule);
  if (text === null || text?.trim() === '') return nothing('empty');
  const found =
    text === undefined
      ? { ...nothing('failed'), failed: targets.length }
      : await postAll(services, robot, { schedule, key, text, targets });
  await noteCall(services, {
    robotId: robot.id,
    direction: 'schedule',
    event: schedule.name,
    status: found.class === 'ok' ? 'done' : 'failed',
    class: found.class,
    ms: performance.now() - started,
    requestId: newId(),
    ...(text !== undefined && { body: text }),
  });
  return found;
}

interface Posting {
  readonly schedule: StoredSchedule;
  readonly key: string;
  readonly text: string;
  readonly targets: readonly RobotTarget[];
}

async function postAll(services: Services, robot: RobotFacts, { schedule, key, text, targets }: Posting): Promise<RunResult> {
  const content: RobotContent = {
    ...plainContent(text, schedule.content.kind === 'markdown' ? 'markdown' : 'text'),
    all: schedule.mentionAll,
  };
  let [posted, failed] = [0, 0];
  for (const to of targets) {
    const sent = await postFromRobot(services, robot, { to, content, key: `${key} ${'groupId' in to ? to.groupId : to.employeeId}` });
    if ('code' in sent) failed += 1;
    else posted += 1;
  }
  return { class: posted > 0 ? 'ok' : 'refused', posted, failed };
}

/** Counts how a run went: after five failures in a row the schedule is paused, and its robot's owner is told. */
export async function noteRun(services: Services, schedule: StoredSchedule, result: RunResult): Promise<void> {
  const { db } = services.database;
  const isFailure = result.class === 'failed' || result.class === 'refused';
  const { rows } = await sql<{
    failures: number;
    state: string;
  }>`update robot_schedule set last_at = ${services.now()}, last_class = ${result.class},
      failures = case when ${isFailure} then failures + 1 when ${result.class === 'ok'} then 0 else failures end
    where id = ${schedule.id}::uuid returning failures, state`.execute(db);
  const [now] = rows;
  if (!isFailure || !now || now.state !== 'on' || now.failures < scheduleLimits.failuresToPause) return;
  const { rows: paused } = await sql`update robot_schedule set state = 'paused', next_at = null, version = version + 1
    where id = ${schedule.id}::uuid and state = 'on' returning id`.execute(db);
  if (paused.length > 0) await tellOwner(services, schedule);
}

async function tellOwner(services: Services, { robotId, name }: StoredSchedule): Promise<void> {
  const robot = await robotById(services.database.db, robotId);
  if (!robot) return;
  const { language } = await personPlace(services.database.db, robot.ownerId);
  const word = (key: string): string => services.texts.text(language, 'robots', key, { schedule: name, robot: pick(robot.name, language) });
  await notifyPerson(services, robot.ownerId, { title: word('schedule.pausedTitle'), text: word('schedule.pausedText'), link: '' });
}
