import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import { caseOpen } from '../../common/case.contract.ts';
import { messagingResources, messagingRole, messagingSaveResources } from '../../common/role.contract.ts';
import { markRead } from '../engine/marks.ts';
import { send } from '../engine/send.ts';

const dayMillis = 86_400_000;
/** So many days before today people talk; older talk would only make the company slow to build. */
const talkDays = 10;

/** Conversations of the sample company in its last days, a role for customer service, and a case that waits for a second person. */
export const messagingDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(26, '15:20', 8), what: roles },
    { at: calendar.at(87, '10:40', 8), what: ask },
  ],
  night: talk,
};

async function roles(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const { roleId } = await actor.call(messagingRole.save, { name: '客服：可群发', code: 'service_broadcast' });
  const { version, functions } = await actor.call(messagingResources, { roleId });
  await actor.call(messagingSaveResources, { roleId, version, functions: [...new Set([...functions, 'im.broadcast' as const])] });
  await actor.call(messagingRole.assignDepartments, { roleId, ids: [await demoDepartment(actor, 'SH-SVC')] });
}

async function ask(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const people = [await demoPerson(actor, demoCast.helpDesk.account), await demoPerson(actor, demoCast.shanghaiHr.account)];
  const now = clock.now();
  const reason = '核实一起关于不当用语的投诉，仅查阅双方当天的对话';
  await actor.call(caseOpen, { kind: 'complaint', reason, people, from: now - 7 * dayMillis, to: now, days: 7 });
}

/** What is said, each line by the next person; one holds a word that is replaced, one a word that is refused. */
const lines = [
  '早上好，今天的排班表已更新',
  '收到，谢谢 [galaxy:smile]',
  'Can somebody check the ticket from yesterday?',
  '我来看，十分钟后回复',
  'This printer is an idiot',
  '有人在群里发“刷单返利”吗？',
  '会议改到下午三点',
  '了解しました [galaxy:calm]',
] as const;

interface Chat {
  id: string;
  people: string[];
}

/** One day of talk: a few lines in each group, and between two people. */
async function talk(services: Services): Promise<void> {
  if (services.now() < Date.now() - talkDays * dayMillis) return;
  const { db } = services.database;
  const { rows: chats } = await sql<Chat>`select c.id, (array_agg(m.employee_id order by m.employee_id))[1:4] as people
    from im_conversation c join im_member m on m.conversation_id = c.id and m.left_seq is null where c.kind = 'group' group by c.id order by c.id limit 3`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`select id from employee where account in (${sql.join(
    [demoCast.helpDesk, demoCast.shanghaiHr].map(({ account }) => account),
  )}) and status = 'active' order by account`.execute(db);
  const day = Math.floor(services.now() / dayMillis);
  for (const [at, { id, people }] of chats.entries()) await speak(services, { conversationId: id }, { people, first: day + at, count: 3 });
  const [one, other] = rows.map(({ id }) => id);
  if (one !== undefined && other !== undefined)
    for (const [from, to, first] of [
      [one, other, day],
      [other, one, day + 1],
    ] as const)
      await speak(services, { peerId: to }, { people: [from], first, count: 1 });
}

async function speak(
  services: Services,
  to: { conversationId: string } | { peerId: string },
  { people, first, count }: { people: readonly string[]; first: number; count: number },
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const id = people[at % people.length]!;
    const text = lines[(first + at) % lines.length]!;
    const sender = { kind: 'employee', id, language: 'zh_CN', platform: 2, address: null, deviceId: null, via: 'terminal' } as const;
    const draft = { kind: 'text', clientId: randomUUID(), body: { text }, mentions: [], mentionAll: false, ...to } as const;
    try {
      const { conversationId, seq } = await send(services, sender, { ...draft, mentions: [] });
      if (at % 2 === 0 && people[1] !== undefined) await markRead(services, people[1], [{ conversationId, seq }], 'all');
    } catch (error) {
      // What a rule refuses is part of the picture.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
