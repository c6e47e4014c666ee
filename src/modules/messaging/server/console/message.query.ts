import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { MessageRow } from '../../common/message.contract.ts';
import { messageFlags, type MessageKind } from '../../common/words.ts';
import { directory } from '../directory.ts';
import { openBody, textOf } from '../engine/content.ts';
import type { MessageTable } from '../im.table.ts';
import { groupFactsOf } from '../rule/group-facts.ts';

/** Filters of a list of messages. */
export interface MessageFilter {
  readonly chat: 'single' | 'group';
  readonly personId?: string | undefined;
  readonly otherId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly kind?: MessageKind | undefined;
  readonly state?: string | undefined;
  readonly flagged?: boolean | undefined;
  readonly hasFile?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: string | undefined;
}

type Row = Selectable<MessageTable> & {
  one_id: string | null;
  other_id: string | null;
  group_id: string | null;
  members: number;
  read_by: number;
};

/** SQL condition: a message of these conversations may be listed in a range. One of the two of a single chat is enough, unless `both`. */
export function messageInRange(call: Pick<Call, 'services'>, range: Range, both = false): RawBuilder<boolean> {
  if (range.all) return sql`true`;
  const [one, other] = [directory.employeeInRange(range, 'c.one_id'), directory.employeeInRange(range, 'c.other_id')];
  const pair = both ? sql`(${one} and ${other})` : sql`(${one} or ${other})`;
  const group = groupFactsOf(call.services).now().visible(range, 'c.group_id');
  return sql`(case c.kind when 'single' then ${pair} when 'group' then ${group} else false end)`;
}

function conditionsOf(filter: MessageFilter): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [sql`c.kind = ${filter.chat}`, sql`msg.kind <> 'event'`];
  const { personId, otherId, groupId, kind, state, from, to } = filter;
  if (personId !== undefined)
    where.push(
      filter.chat === 'single'
        ? sql`(c.one_id = ${personId}::uuid or c.other_id = ${personId}::uuid)`
        : sql`msg.sender_id = ${personId}::uuid`,
    );
  if (otherId !== undefined) where.push(sql`(c.one_id = ${otherId}::uuid or c.other_id = ${otherId}::uuid)`);
  if (groupId !== undefined) where.push(sql`c.group_id = ${groupId}::uuid`);
  if (kind !== undefined) where.push(sql`msg.kind = ${kind}`);
  if (state !== undefined) where.push(sql`msg.state = ${state}`);
  if (filter.flagged) where.push(sql`msg.flags <> '{}'`);
  if (filter.hasFile) where.push(sql`msg.file_ids <> '{}'`);
  if (from !== undefined) where.push(sql`msg.sent_at >= ${from}`);
  if (to !== undefined) where.push(sql`msg.sent_at <= ${to}`);
  return where;
}

/** Messages as they are stored, the newest first, from a place on. */
export async function readMessages(
  call: Pick<Call, 'db'>,
  filter: MessageFilter,
  more: { where: readonly RawBuilder<boolean>[]; limit: number },
): Promise<{ rows: Row[]; next: string | null }> {
  const place = /^(\d{1,16})_([0-9a-f-]{36})$/.exec(filter.after ?? '');
  const where = [
    ...conditionsOf(filter),
    ...more.where,
    ...(place ? [sql<boolean>`(msg.sent_at, msg.id) < (${Number(place[1])}, ${place[2]!}::uuid)`] : []),
  ];
  const { rows } = await sql<Row>`select msg.*, c.one_id, c.other_id, c.group_id,
      (select count(*)::int from im_member m where m.conversation_id = c.id and m.left_seq is null and m.employee_id <> msg.sender_id) as members,
      (select count(*)::int from im_member m where m.conversation_id = c.id and m.left_seq is null and m.employee_id <> msg.sender_id and m.read_seq >= msg.seq) as read_by
    from im_message msg join im_conversation c on c.id = msg.conversation_id where ${sql.join(where, sql` and `)}
    order by msg.sent_at desc, msg.id desc limit ${more.limit + 1}`.execute(call.db);
  const page = rows.slice(0, more.limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > more.limit && last ? `${last.sent_at}_${last.id}` : null };
}

/** Messages as the console shows them; what they say only where a case lets it be read. */
export async function shownMessages(
  call: Pick<Call, 'db' | 'services' | 'caller'>,
  rows: readonly Row[],
  reads: boolean,
): Promise<MessageRow[]> {
  const { services, caller, db } = call;
  const range = caller.scope();
  const people = await services.directory.people(
    db,
    rows.flatMap(({ sender_id, one_id, other_id }) => [sender_id, one_id, other_id].filter((id) => id !== null)),
    caller.language,
    range,
  );
  const groups = await groupFactsOf(services)
    .now()
    .names(
      db,
      rows.flatMap(({ group_id }) => group_id ?? []),
    );
  const nameOf = (id: string): string => people.get(id)?.name ?? (range.all ? '' : outsideWord(caller.language));
  const said = (row: Row, column: 'body' | 'original'): string | null => {
    const body = openBody(services, row, row[column], column);
    return body === null ? null : textOf(row.kind as MessageKind, body);
  };
  return rows.map((row) => {
    const peerId = row.one_id === null ? null : row.one_id === row.sender_id ? row.other_id : row.one_id;
    return {
      id: row.id,
      conversationId: row.conversation_id,
      seq: row.seq,
      at: row.sent_at,
      kind: row.kind as MessageKind,
      senderKind: row.sender_kind,
      senderId: row.sender_id,
      senderName:
        row.sender_kind === 'employee'
          ? nameOf(row.sender_id)
          : services.texts.text(caller.language, 'messaging', `sender.${row.sender_kind}`),
      peerId,
      peerName: peerId === null ? null : nameOf(peerId),
      groupId: row.group_id,
      groupName: row.group_id === null ? null : (groups.get(row.group_id) ?? ''),
      size: row.size,
      files: row.file_ids.length,
      state: row.state,
      flags: messageFlags.filter((flag) => row.flags.includes(flag)),
      platform: row.platform,
      readBy: row.read_by,
      members: row.members,
      text: reads ? said(row, 'body') : null,
      original: reads && row.original !== null ? said(row, 'original') : null,
    };
  });
}
