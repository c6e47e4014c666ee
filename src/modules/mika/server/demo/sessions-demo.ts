import { sql } from 'kysely';
import { idOf } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { liveEngine } from '../engine/live.ts';
import { askMika } from '../talk/ask.ts';

/** What people ask mika: most of it has an answer, some has not. */
const questions = [
  '我有几天年假',
  '年假怎么算啊',
  'how do I book a room',
  '有給は何日ありますか',
  '访客怎么上网',
  '明天订会议室',
  '停车证怎么办',
  'where can I get a parking permit',
  '带薪假什么时候过期',
  '班车改点了吗',
] as const;
const askedADay = 6;
const dayMillis = 86_400_000;

/** Some people ask mika something each day, once there is something to ask for. */
export async function sessionsOfTheDay(services: Services): Promise<void> {
  const { db } = services.database;
  if ((await liveEngine(services).now()).versionNo === 0) return;
  const now = services.now();
  const day = Math.floor(now / dayMillis);
  const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
    order by md5(id::text || ${String(day)}) limit ${askedADay}`.execute(db);
  for (const [at, { id: uid }] of rows.entries()) {
    const text = questions[(day + at * 3) % questions.length]!;
    const { sessionId, answer } = await askMika(services, (work) => db.transaction().execute(work), {
      uid,
      language: 'zh_CN',
      platform: 2,
      sessionId: undefined,
      clientId: idOf(`${uid} ${day}`),
      said: { text },
    });
    const helped = answer.kind === 'missed' ? 'none' : at % 4 === 3 ? 'no' : 'yes';
    await sql`update mika_session set state = 'ended', ended_at = last_at, talk = null, helped = ${helped}, result = coalesce(result, 'givenUp')
      where id = ${sessionId}::uuid and state <> 'waiting'`.execute(db);
  }
}
