import { sql } from 'kysely';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { feedback, feedbackClose, feedbackReply } from '../../common/feedback.contract.ts';
import { writeFeedback } from '../write-feedback.ts';

const dayMillis = 86_400_000;

/** What people of the sample company write about its apps, and what some of them are answered. */
export const feedbackDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(88, '16:20', 8), what: async (stage) => answer(await stage.as(demoCast.chief)) }],
  night: wordOfTheDay,
};

const words = [
  { kind: 'fault', text: '更新后日历里会议时间差了一小时，时区设置是上海。' },
  { kind: 'wish', text: '希望审批列表可以按部门筛选。' },
  { kind: 'question', text: 'Where can I change the language of the app?' },
  { kind: 'praise', text: 'オフライン下書きが便利になりました。ありがとうございます。' },
  { kind: 'fault', text: '在地下车库没有信号时，打开消息会一直转圈。' },
] as const;

/** Every fourth day somebody writes. */
async function wordOfTheDay(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const day = Math.floor(now / dayMillis);
  if (day % 4 !== 0) return;
  const { rows: apps } = await sql<{ id: string }>`select id from app where status = 2 order by created_at limit 1`.execute(db);
  const { rows: people } = await sql<{
    id: string;
  }>`select id from employee where status = 'active' order by md5(id::text || ${String(day)}) limit 1`.execute(db);
  const [app, person] = [apps[0], people[0]];
  if (!app || !person) return;
  const told = {
    system: 'Android 14',
    model: 'Pixel 8',
    network: 'wifi',
    page: '/home',
    contact: '',
    versionName: '2.1.0',
    buildNo: '210',
  };
  const own = { appId: app.id, uid: person.id, files: [], platform: 2, deviceId: `demo-${person.id.slice(-12)}`, now };
  await writeFeedback(db, newId(), { ...told, ...own, ...words[(day / 4) % words.length]! });
}

async function answer(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(feedback.list, { pageSize: 3, state: 'new' });
  for (const { id } of list.slice(0, 2)) await actor.call(feedbackReply, { id, text: '感谢反馈，已转给产品团队，下个版本会改进。' });
  if (list[1]) await actor.call(feedbackClose, { ids: [list[1].id] });
}
