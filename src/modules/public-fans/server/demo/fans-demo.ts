import { sql } from 'kysely';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { fanBlock, fanGet, fanList, fanRemark } from '../../common/fan.contract.ts';
import { fanTag, tagAssign } from '../../common/tag.contract.ts';
import { commentList, commentFeature, commentReply, commentShow } from '../../common/comment.contract.ts';

/** Tags of the first account, remarks, a blocked fan, and what readers say about what it pushed. */
export const fansDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(83, '15:10', 8), what: tagFans },
    { at: calendar.at(89, '09:40', 8), what: moderate },
  ],
  night: readersSay,
};

const firstAccount = async (actor: DemoActor): Promise<string | undefined> =>
  (await actor.call(account.list, { pageSize: 1, text: 'galaxy-voice' })).list[0]?.id;

async function tagFans(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const snoId = await firstAccount(actor);
  if (snoId === undefined) return;
  const { id: experts } = await actor.call(fanTag.add, { snoId, name: '内容顾问', group: '共创' });
  const { id: pilots } = await actor.call(fanTag.add, { snoId, name: 'Pilot readers', group: '共创' });
  await actor.call(fanTag.add, { snoId, name: '半年以上未阅读', kind: 'rule', olderThan: 30, unreadFor: 180 });
  await actor.call(fanTag.add, { snoId, name: '新入社員', kind: 'rule', newerThan: 30 });
  const ids = (await actor.call(fanList, { snoId, pageSize: 40 })).list.map(({ id }) => id);
  if (ids.length < 20) return;
  await actor.call(tagAssign, { snoId, tagIds: [experts], empIds: ids.slice(0, 8) });
  await actor.call(tagAssign, { snoId, tagIds: [pilots], empIds: ids.slice(5, 15) });
  await actor.call(fanRemark, { snoId, empIds: ids.slice(0, 1), remark: '每期都会给出修改建议' });
  await actor.call(fanRemark, { snoId, empIds: ids.slice(6, 7), remark: 'Reads from the factory floor, prefers pictures' });
  await actor.call(fanBlock, { snoId, empIds: ids.slice(18, 19), reason: '多次发布广告' });
}

async function moderate(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const snoId = await firstAccount(actor);
  const pushes = snoId === undefined ? [] : await pushesOf(actor, snoId);
  for (const pushId of pushes) {
    const { list } = await actor.call(commentList, { pushId, state: 'waiting', pageSize: 10 });
    const [first, second] = list;
    if (first) await actor.call(commentFeature, { ids: [first.id] });
    if (first) await actor.call(commentReply, { id: first.id, text: '谢谢，下一期会讲到。' });
    if (second) await actor.call(commentShow, { ids: [second.id] });
  }
}

/** Pushes of the account, as the newest of them stand with its first fans. */
async function pushesOf(actor: DemoActor, snoId: string): Promise<string[]> {
  const { list } = await actor.call(fanList, { snoId, pageSize: 5 });
  const fans = await Promise.all(list.map(({ id }) => actor.call(fanGet, { snoId, id })));
  return [...new Set(fans.flatMap(({ pushes }) => pushes.map(({ id }) => id)))].slice(0, 3);
}

const said = [
  '写得很清楚，期待下一期。',
  '请问附件在哪里下载？',
  'Could we get the slides as well?',
  '図がとても分かりやすいです。',
  '食堂的新菜单什么时候开始？',
];

/** Under what was delivered and has no comment yet, some of those who got it say something. */
async function readersSay(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{
    push: string;
    sno: string;
    part: string;
    mode: string;
    people: string[];
  }>`select p.id as push, p.sno_id as sno,
      case when p.kind = 'imageText' then coalesce((p.frozen -> 'parts' -> 0 ->> 'articleId')::uuid, p.content_id) else p.content_id end as part, p.comment_policy ->> 'mode' as mode,
      array(select t.employee_id from push_target t where t.push_id = p.id and t.state = 1 order by md5(t.employee_id::text) limit ${said.length}) as people
    from push p where p.started_at is not null and p.state in ('running', 'finishing', 'finished') and p.comment_policy ->> 'mode' <> 'off'
      and not exists (select from push_comment c where c.push_id = p.id) order by p.started_at limit 3`.execute(db);
  for (const { push, sno, part, mode, people } of rows)
    for (const [at, uid] of people.entries())
      await sql`insert into push_comment (id, created_at, created_by, updated_at, updated_by, push_id, sno_id, article_id, employee_id, text, state, held_because)
        values (${newId()}::uuid, ${now - at * 600_000}, ${uid}, ${now}, ${uid}, ${push}::uuid, ${sno}::uuid, ${part}::uuid, ${uid}::uuid, ${said[at]!},
          ${mode === 'open' ? 'shown' : 'waiting'}, ${mode === 'open' ? null : 'review'})`.execute(db);
}
