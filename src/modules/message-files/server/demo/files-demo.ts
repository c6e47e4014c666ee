import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { keepUpload } from '#kit/server/files/files.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { send } from '#modules/messaging/server/public.ts';

const dayMillis = 86_400_000;
/** So many days before today files are sent. */
const fileDays = 6;
const hourMillis = 3_600_000;

/** What people send: a name and what the file holds. */
const papers: readonly (readonly [name: string, text: string])[] = [
  ['排班表.csv', '日期,早班,晚班\n周一,周鹏,赵文静\n周二,林晓燕,周鹏\n'],
  ['会议纪要.txt', '一、下周切换新版打印服务。\n二、月底前完成设备盘点。\n'],
  ['travel-costs.csv', 'city,nights,euro\nMunich,2,310\nBath,1,145\n'],
  ['備品リスト.csv', '品名,数量\nモニター,12\nキーボード,30\n'],
];

/** A file a day in a group of the sample company. */
export const filesDemo: DemoPart = { night: pass };

async function pass(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  if (now < Date.now() - fileDays * dayMillis) return;
  const day = Math.floor(now / dayMillis);
  const { rows } = await sql<{ id: string; sender: string }>`select c.id, (select m.employee_id from im_member m
      where m.conversation_id = c.id and m.left_seq is null order by m.employee_id offset ${day % 3} limit 1) as sender
    from im_conversation c where c.kind = 'group' order by c.id offset ${day % 3} limit 1`.execute(db);
  const [chat] = rows;
  if (!chat?.sender) return;
  const [name, text] = papers[day % papers.length]!;
  const bytes = Buffer.from(text);
  const draft = { name, declared: '', purpose: 'message', owner: chat.sender, keepMillis: hourMillis };
  const { id: fileId } = await keepUpload(services, Readable.from([bytes]), draft, bytes.length);
  const sender = {
    kind: 'employee',
    id: chat.sender,
    language: 'zh_CN',
    platform: 4,
    address: null,
    deviceId: null,
    via: 'terminal',
  } as const;
  try {
    await send(services, sender, {
      kind: 'file',
      conversationId: chat.id,
      clientId: randomUUID(),
      body: { fileId },
      mentions: [],
      mentionAll: false,
    });
  } catch (error) {
    // What a rule refuses is part of the picture.
    if (!(error instanceof Refusal)) throw error;
  }
}
