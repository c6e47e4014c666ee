import { sql } from 'kysely';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { idOf } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { fansOf } from '#modules/public-accounts/server/public.ts';
import * as inbox from '../../common/inbox/inbox.contract.ts';
import { menuPublish, menuSave } from '../../common/menu/menu.contract.ts';
import { storeIncoming } from '../inbox/store.ts';

const desk = 'help-desk';

/** What employees ask the help desk, who answers them, and the menu that spares some of it. */
export const inboxDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(60, '11:10', 8), what: writeMenus },
    { at: calendar.at(88, '10:05', 8), what: answer },
  ],
  night: asked,
};

const accountOf = async (actor: DemoActor): Promise<string | undefined> =>
  (await actor.call(account.list, { text: desk, pageSize: 5 })).list.find(({ code }) => code === desk)?.id;

const child = (key: string, [zh_CN, en_US, ja_JP]: readonly [string, string, string]) => ({
  key,
  name: { zh_CN, en_US, ja_JP },
  target: { kind: 'link' as const, url: `https://intranet.galaxy.example/${key}` },
});

async function writeMenus(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const snoId = await accountOf(actor);
  if (snoId === undefined) return;
  const top = (key: string, names: readonly [string, string, string], children: ReturnType<typeof child>[]) => ({
    ...child(key, names),
    target: null,
    children,
  });
  const people = [child('leave', ['请假', 'Leave', '休暇申請']), child('payslip', ['工资单', 'Payslip', '給与明細'])];
  const first = [
    top('hr', ['人事', 'People', '人事'], people),
    { key: 'ask', name: { zh_CN: '提问', en_US: 'Ask us', ja_JP: '質問' }, target: { kind: 'messageBox' as const } },
  ];
  const { version } = await actor.call(menuSave, { snoId, version: 0, draft: first });
  const published = await actor.call(menuPublish, { snoId, version });
  const it = [
    child('password', ['重置密码', 'Password', 'パスワード']),
    child('laptop', ['设备领用', 'Laptops', 'PC貸出']),
    child('vpn', ['远程接入', 'Remote access', 'リモート接続']),
  ];
  const draft = [first[0]!, top('it', ['信息技术', 'IT', 'IT'], it), first[1]!];
  const saved = await actor.call(menuSave, { snoId, version: published.version, draft });
  await actor.call(menuPublish, { snoId, version: saved.version });
}

const questions = [
  ['年假还剩几天在哪里查？', '谢谢！'],
  ['My badge does not open the garage since Monday.'],
  ['リモート接続のトークンを再発行してもらえますか。'],
  ['新电脑什么时候可以领？'],
  ['Is the canteen open on the holiday?'],
  ['报销单被退回，原因看不懂。', '附件已经补了。'],
];

/** Some who follow the help desk write to it, once, in the days before it answers. */
async function asked(services: Services): Promise<void> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string; n: number }>`select id, (select count(*)::int from user_message m where m.sno_id = sno.id) as n
    from sno where code = ${desk} and enabled and exists (select from sno_menu where sno_id = sno.id)`.execute(db);
  const [found] = rows;
  if (!found || found.n > 0) return;
  const snoId = found.id;
  const { rows: people } = await sql<{ id: string }>`select fans.id from (${await fansOf(db, snoId)}) as fans
    order by md5(fans.id::text) limit ${questions.length}`.execute(db);
  const now = services.now();
  await db.transaction().execute(async (tx) => {
    for (const [at, { id: employeeId }] of people.entries())
      for (const [n, text] of questions[at]!.entries())
        await storeIncoming(tx, {
          snoId,
          employeeId,
          clientId: idOf(`${employeeId} ${n}`),
          kind: 'text',
          body: { text },
          at: now - (at + 1) * 5_400_000 + n * 60_000,
        });
    for (const [at, { id: employeeId }] of people.entries())
      for (const key of ['leave', 'password', 'vpn'].slice(0, (at % 3) + 1))
        await sql`insert into sno_menu_click (sno_id, employee_id, client_id, entry_key, at)
          values (${snoId}::uuid, ${employeeId}::uuid, ${idOf(`${employeeId} ${key}`)}::uuid, ${key}, ${now - at * 3_600_000}) on conflict do nothing`.execute(
          tx,
        );
  });
}

async function answer(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const snoId = await accountOf(actor);
  if (snoId === undefined) return;
  const { list } = await actor.call(inbox.conversationList, { snoId, sort: 'lastAt', pageSize: 10 });
  const [first, second, third] = list.map(({ employeeId }) => employeeId);
  const colleagues = (await actor.call(inbox.inboxColleagues, { snoId })).list;
  if (first !== undefined) {
    await actor.call(inbox.messageReply, { snoId, employeeId: first, text: '已经看到附件，今天内会重新审核。' });
    await actor.call(inbox.messageClose, { snoId, employeeIds: [first] });
  }
  if (second !== undefined)
    await actor.call(inbox.messageReply, { snoId, employeeId: second, text: 'The canteen is closed, the coffee bar is open.' });
  if (third !== undefined) {
    await actor.call(inbox.messageStar, { snoId, employeeIds: [third], starred: true });
    await actor.call(inbox.messageNote, { snoId, employeeId: third, text: '仓库周五到货，届时回复。' });
    if (colleagues[0]) await actor.call(inbox.messageAssign, { snoId, employeeIds: [third], assigneeId: colleagues[0].id });
  }
}
