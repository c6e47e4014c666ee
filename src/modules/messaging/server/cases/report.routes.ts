import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import { reportDecide, reportGet, reportList, type ReportRow } from '../../common/case.contract.ts';
import { directory } from '../directory.ts';
import { textOf } from '../engine/content.ts';
import { openSystemChat } from '../engine/conversations.ts';
import { announce, type MessageChange } from '../engine/message-events.ts';
import { postIn } from '../engine/post.ts';
import { changeOf, recallIn, type Recallable } from '../engine/recall.ts';
import type { MessageKind } from '../../common/words.ts';
import { systemSender } from '../system-sender.ts';
import { evidencePlace } from '../terminal/report.ts';

type Stored = Omit<ReportRow, 'byName' | 'senderName'> & { evidence: string; messageId: string; chat: string };

const columns = sql`r.id, r.at, r.by_id as "byId", msg.sender_id as "senderId", r.reason, r.words, r.state, r.decision, r.decided_by as "decidedBy",
  r.note, r.evidence, r.message_id as "messageId", c.kind as chat, '' as where`;
const from = sql`im_report r join im_message msg on msg.id = r.message_id join im_conversation c on c.id = r.conversation_id`;

const visible = (call: Call): RawBuilder<boolean> => directory.employeeInRange(call.caller.scope(), 'msg.sender_id');

async function shown(call: Call, stored: readonly Stored[]): Promise<ReportRow[]> {
  const { services, caller, db } = call;
  const people = await services.directory.people(
    db,
    stored.flatMap(({ byId, senderId }) => [byId, senderId]),
    caller.language,
    caller.scope(),
  );
  const names = await namesOf(
    call,
    stored.map(({ decidedBy }) => decidedBy),
  );
  return stored.map(({ evidence: _evidence, messageId: _message, chat, ...row }) => ({
    ...row,
    byName: people.get(row.byId)?.name ?? '',
    senderName: people.get(row.senderId)?.name ?? '',
    where: services.texts.text(caller.language, 'messaging', `chat.${chat}`),
    decidedBy: row.decidedBy === null ? null : names(row.decidedBy),
  }));
}

async function list(call: Call, input: Parsed<typeof reportList>): Promise<Reply<typeof reportList>> {
  const where = [
    visible(call),
    ...(input.state ? [sql<boolean>`r.state = ${input.state}`] : []),
    ...(input.reason ? [sql<boolean>`r.reason = ${input.reason}`] : []),
  ];
  const page = await readPage<Stored>(call.db, { columns, from, where, order: sql`r.at desc, r.id` }, input);
  return { ...page, list: await shown(call, page.list) };
}

async function one(call: Call, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`select ${columns} from ${from} where r.id = ${id}::uuid and ${visible(call)}`.execute(call.db);
  if (!rows[0]) throw call.caller.scope().all ? notFound() : outOfRange();
  return rows[0];
}

interface Evidence {
  id: string;
  senderId: string;
  kind: MessageKind;
  at: number;
  body: Record<string, unknown> | null;
}

async function get(call: Call, { id }: Parsed<typeof reportGet>): Promise<Reply<typeof reportGet>> {
  const { services, caller, db } = call;
  const stored = await one(call, id);
  const evidence = JSON.parse(services.secrets.open(stored.evidence, evidencePlace(id))) as Evidence[];
  await services.readLog.note(caller, {
    area: 'message',
    query: { reportId: id, case: '', words: [] },
    rows: evidence.length,
    objectIds: evidence.map((message) => message.id),
    reason: stored.words,
  });
  const people = await services.directory.people(
    db,
    evidence.map(({ senderId }) => senderId),
    caller.language,
    caller.scope(),
  );
  return {
    ...(await shown(call, [stored]))[0]!,
    evidence: evidence.map((message) => ({
      id: message.id,
      senderName: people.get(message.senderId)?.name ?? '',
      at: message.at,
      kind: message.kind,
      text: message.body === null ? '' : textOf(message.kind, message.body),
      reported: message.id === stored.messageId,
    })),
  };
}

/** Decides, and writes to both sides in the language of each. */
async function decide(call: Call, input: Parsed<typeof reportDecide>): Promise<{ count: number }> {
  const { services, caller } = call;
  const stored = await one(call, input.id);
  if (stored.state !== 'open') throw wrongState(stored.state);
  const now = services.now();
  const news = await call.write(async (tx) => {
    const told: MessageChange[] = [];
    await sql`update im_report set state = 'decided', decision = ${input.decision}, note = ${input.note}, decided_by = ${caller.uid}, decided_at = ${now}
      where id = ${input.id}::uuid and state = 'open'`.execute(tx);
    if (input.decision === 'recall') {
      const { rows } =
        await sql<Recallable>`select id, conversation_id, seq, state from im_message where id = ${stored.messageId}::uuid`.execute(tx);
      told.push(...changeOf(await recallIn(tx, services, rows, { sender: systemSender, shownText: null })));
    }
    if (input.decision === 'mute')
      await sql`insert into im_silence (employee_id, until_at, report_id) values (${stored.senderId}::uuid, ${now + input.days * 86_400_000}, ${input.id}::uuid)
        on conflict (employee_id) do update set until_at = greatest(im_silence.until_at, excluded.until_at), report_id = excluded.report_id`.execute(
        tx,
      );
    const sides = [
      { uid: stored.byId, key: `report.answer.reporter.${input.decision}` },
      ...(input.decision === 'recall' || input.decision === 'mute'
        ? [{ uid: stored.senderId, key: `report.answer.sender.${input.decision}` }]
        : []),
    ];
    for (const { uid, key } of sides) {
      const conversationId = await openSystemChat(tx, uid);
      const person = await services.directory.byUid(tx, uid);
      const texts = services.texts.inAll('messaging', key, { days: input.days });
      const body = { text: pick(texts, person?.language ?? caller.language), texts };
      const sent = await postIn(tx, services, { conversationId, sender: systemSender, kind: 'notice', body });
      told.push({ what: 'message', conversation: conversationId, seq: sent.seq });
    }
    caller.touch({ kind: 'imReport', id: input.id, name: input.decision });
    return told;
  });
  await announce(services, news);
  return { count: 1 };
}

/** What people reported, and what is decided about it. */
export const reportRoutes: readonly BoundRoute[] = [
  handle(reportList, (call, input) => list(call, input)),
  handle(reportGet, (call, input) => get(call, input)),
  handle(reportDecide, (call, input) => decide(call, input)),
];
