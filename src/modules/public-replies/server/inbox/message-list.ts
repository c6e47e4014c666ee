import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { assertMay, unseen } from '#modules/public-accounts/server/public.ts';
import type { UserMessage, userMessageGet, userMessageList } from '../../common/inbox/inbox.contract.ts';
import type { UserMessageKind } from '../../common/inbox/words.ts';
import { deliveredBody } from './deliver.ts';
import { shownText } from './store.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

/** A message as it is kept. */
export interface StoredMessage {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly kind: UserMessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly answeredBy: 'rule' | 'employee' | null;
  readonly byName: string;
}

/** The place behind a message: moment and id. */
export const placeOf = ({ at, id }: { readonly at: number; readonly id: string }): string => `${at}.${id}`;

/** Reads a place that a caller carries back; refuses what is none. */
export function readPlace(after: string | undefined): { at: number; id: string } | undefined {
  if (after === undefined) return undefined;
  const [, at, id] = /^(\d{1,16})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(after) ?? [];
  if (at === undefined || id === undefined) throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
  return { at: Number(at), id };
}

/** Messages of one conversation behind a place, the newest first. */
export async function messagesBehind(
  db: Db,
  { snoId, employeeId }: { readonly snoId: string; readonly employeeId: string },
  { place, limit }: { readonly place: { at: number; id: string } | undefined; readonly limit: number },
): Promise<StoredMessage[]> {
  const behind = place ? sql`(m.at, m.id) < (${place.at}::bigint, ${place.id}::uuid)` : sql`true`;
  const { rows } = await sql<StoredMessage>`select m.id, m.direction, m.kind, m.body, m.at, m.answered_by as "answeredBy",
      m.answered_by_name as "byName" from user_message as m
    where m.sno_id = ${snoId}::uuid and m.employee_id = ${employeeId}::uuid and ${behind}
    order by m.at desc, m.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** A message as the inbox shows it. */
export const shownMessage = ({ body, ...row }: StoredMessage): UserMessage => ({ ...row, text: wholeText(body) });
const wholeText = (body: Readonly<Record<string, unknown>>): string => {
  const { title, text } = body;
  return typeof title === 'string' ? title : typeof text === 'string' ? text : shownText(body);
};

/** A page of one conversation. That it was read is noted before it leaves. */
export async function listMessages(means: Means, input: Parsed<typeof userMessageList>): Promise<Reply<typeof userMessageList>> {
  const { db, caller } = means;
  const { snoId, employeeId, after, pageSize } = input;
  await assertMay(db, caller, snoId, 'reply');
  const { rows: known } =
    await sql`select from user_conversation where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid`.execute(db);
  if (known.length === 0) throw unseen(caller);
  const found = await messagesBehind(db, input, { place: readPlace(after), limit: pageSize + 1 });
  const list = found.slice(0, pageSize);
  await noteReading(means, { snoId, employeeId, ids: list.map(({ id }) => id) });
  const last = list.at(-1);
  return { list: list.map(shownMessage), next: found.length > pageSize && last ? placeOf(last) : null };
}

const dayMillis = 86_400_000;

/** Writes into the log of readings who looked into a conversation: once a conversation and day, before anything leaves. */
async function noteReading(
  { db, caller, services }: Means,
  { snoId, employeeId, ids }: { readonly snoId: string; readonly employeeId: string; readonly ids: readonly string[] },
): Promise<void> {
  const day = Math.floor(services.now() / dayMillis);
  const { rows } = await sql`select from user_conversation_read where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid
    and reader_id = ${caller.uid}::uuid and day = ${day}`.execute(db);
  if (rows.length > 0) return;
  await services.readLog.note(caller, {
    area: 'message',
    query: { snoId, employeeId, day: new Date(day * dayMillis).toISOString().slice(0, 10) },
    rows: ids.length,
    objectIds: [...ids],
  });
  await sql`insert into user_conversation_read (sno_id, employee_id, reader_id, day)
    values (${snoId}::uuid, ${employeeId}::uuid, ${caller.uid}::uuid, ${day}) on conflict do nothing`.execute(db);
}

/** A message with the conversation that it belongs to, where the caller may read it. */
export async function messageSeen({ db, caller }: Pick<Means, 'db' | 'caller'>, id: string) {
  const { rows } = await sql<StoredMessage & { snoId: string; employeeId: string }>`select m.id, m.sno_id as "snoId",
      m.employee_id as "employeeId", m.direction, m.kind, m.body, m.at, m.answered_by as "answeredBy", m.answered_by_name as "byName"
    from user_message as m where m.id = ${id}::uuid`.execute(db);
  const [found] = rows;
  if (!found) throw unseen(caller);
  await assertMay(db, caller, found.snoId, 'reply');
  return { ...found, at: Number(found.at) };
}

/** One message in full; that it was read is noted as the conversation's reading. */
export async function getMessage(means: Means, { id }: Parsed<typeof userMessageGet>): Promise<Reply<typeof userMessageGet>> {
  const found = await messageSeen(means, id);
  const { snoId, employeeId, body } = found;
  await noteReading(means, { snoId, employeeId, ids: [id] });
  const people = await means.services.directory.people(means.db, [employeeId], means.caller.language);
  return { ...shownMessage(found), body: deliveredBody(body), snoId, employeeId, name: people.get(employeeId)?.name ?? '' };
}
