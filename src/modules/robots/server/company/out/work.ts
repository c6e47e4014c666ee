import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { pick } from '#kit/common/language.ts';
import { robotService } from '../../../common/permissions.ts';
import { failuresToPause, type RobotEvent } from '../../../common/company/words.ts';
import { UnknownShape } from '../content.ts';
import { robotById, type RobotFacts } from '../facts.ts';
import { contentOf, shapeOf } from '../hook/shapes.ts';
import { noteCall, withoutWords } from '../log.ts';
import { postFromRobot } from '../post.ts';
import { callOut, type OutAnswer } from './call.ts';
import { eventBody } from './queue.ts';

/** Pauses before the second and the third try: three within ten minutes. */
const pauses = [60_000, 480_000] as const;
/** Addresses that one process calls at once: one that hangs delays no other. */
const mostAtOnce = 16;

interface Due {
  id: string;
  robotId: string;
  groupId: string;
  event: RobotEvent;
  body: string;
  attempts: number;
}

/** Claims the oldest event that is due and the first of its robot in its group: events of a group keep their order. */
async function claim(services: Services): Promise<Due | undefined> {
  const now = services.now();
  const { rows } = await sql<Due>`update robot_event set attempts = attempts + 1, next_at = ${now + pauses[1]} where id = (
      select e.id from robot_event e where e.state = 'waiting' and e.next_at <= ${now} and not exists (select from robot_event b
        where b.robot_id = e.robot_id and b.group_id = e.group_id and b.state = 'waiting' and b.n < e.n)
      order by e.next_at, e.n limit 1 for update skip locked)
    returning id, robot_id as "robotId", group_id as "groupId", event, body, attempts`.execute(services.database.db);
  return rows[0];
}

async function settled(services: Services, due: Due, answer: Pick<OutAnswer, 'ok'>): Promise<void> {
  const { db } = services.database;
  const pause = pauses[due.attempts - 1];
  const state = answer.ok ? 'sent' : pause === undefined ? 'failed' : 'waiting';
  const next = state === 'waiting' ? services.now() + (pause ?? 0) : null;
  await sql`update robot_event set state = ${state}, next_at = ${next} where id = ${due.id}::uuid`.execute(db);
}

/** Counts failures in a row; the twentieth pauses the address, and the owner hears of it once. */
async function counted(services: Services, robot: RobotFacts, { ok }: Pick<OutAnswer, 'ok'>): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{ justPaused: boolean }>`insert into robot_out as o (robot_id, failures, last_at)
      values (${robot.id}::uuid, ${ok ? 0 : 1}, ${now})
    on conflict (robot_id) do update set failures = case when ${ok} then 0 else o.failures + 1 end, last_at = ${now},
      paused_at = case when ${ok} then o.paused_at when o.failures + 1 >= ${failuresToPause} then coalesce(o.paused_at, ${now}) else o.paused_at end
    returning (paused_at = ${now} and failures = ${failuresToPause}) as "justPaused"`.execute(db);
  if (!rows[0]?.justPaused) return;
  await sql`update robot_event set state = 'failed', next_at = null where robot_id = ${robot.id}::uuid and state = 'waiting'`.execute(db);
  const { language = 'zh_CN' } = (await services.directory.byUid(db, robot.ownerId)) ?? {};
  const params = { name: pick(robot.name, language), n: failuresToPause };
  await notifyPerson(services, robot.ownerId, {
    title: services.texts.text(language, 'robots', 'notice.outPaused.title', params),
    text: services.texts.text(language, 'robots', 'notice.outPaused.text', params),
    link: `${robotService.companyDetail.route ?? ''}?id=${robot.id}&tab=out`,
  });
}

/** What an address answers may be a message, in any shape that the hook takes; everything else is only an answer. */
async function answered(services: Services, robot: RobotFacts, due: Due, text: string): Promise<string | null> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const shape = shapeOf(body);
  if (shape === undefined || shape === 'mapped') return null;
  try {
    const posted = await postFromRobot(services, robot, {
      to: { groupId: due.groupId },
      content: contentOf(shape, body),
      key: `event ${due.id}`,
    });
    return 'messageId' in posted ? posted.messageId : null;
  } catch (error) {
    if (error instanceof UnknownShape) return null;
    throw error;
  }
}

async function tell(services: Services, due: Due): Promise<void> {
  const robot = await robotById(services.database.db, due.robotId);
  if (!robot?.enabled || !robot.outOn || robot.outUrl === null) {
    await sql`update robot_event set state = 'failed', next_at = null where id = ${due.id}::uuid`.execute(services.database.db);
    return;
  }
  const body = eventBody(services, due.id, due.body);
  const answer = await callOut(services, robot, body);
  await settled(services, due, answer);
  await counted(services, robot, answer);
  const messageId = answer.ok ? await answered(services, robot, due, answer.text) : null;
  await noteCall(services, {
    robotId: robot.id,
    direction: 'out',
    event: due.event,
    groupId: due.groupId,
    status: answer.ok ? 'done' : 'failed',
    class: answer.class,
    code: answer.status,
    ms: answer.ms,
    requestId: due.id,
    messageId,
    body: withoutWords(body),
    answer: answer.text,
  });
}

const workerOf = perProduct((product: Services) => {
  let busy = 0;
  const go = async (): Promise<void> => {
    for (let due = await claim(product); due; due = await claim(product)) {
      if (busy < mostAtOnce) void start();
      await tell(product, due);
    }
  };
  const start = async (): Promise<void> => {
    busy += 1;
    try {
      await go();
    } catch (error) {
      product.log.error({ err: error }, 'An event of a robot could not be told');
    } finally {
      busy -= 1;
    }
  };
  return { work: async () => (busy < mostAtOnce ? start() : undefined) };
});

/** Tells addresses what is due; every process takes part, and no event is told by two at once. */
export const tellAddresses = (services: Services): Promise<void> => workerOf(services).work();
