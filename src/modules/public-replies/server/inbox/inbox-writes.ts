import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { deliverFromAccount, screenText } from '#modules/messaging/server/public.ts';
import { assertMay, noteInAccounts, standingTo, unseen } from '#modules/public-accounts/server/public.ts';
import { blockFans } from '#modules/public-fans/server/public.ts';
import type * as contract from '../../common/inbox/inbox.contract.ts';
import { keepAnswer, type Said } from './answer.ts';
import { colleaguesOf } from './conversation-list.ts';
import { deliverKept } from './deliver.ts';
import { messageSeen } from './message-list.ts';
import { lockConversations } from './reach.ts';
import { markAnswered, shownText } from './store.ts';

const mostNotes = 100;

/** The language in which a person reads. */
async function languageOf({ db, services }: Pick<Call, 'db' | 'services'>, uid: string): Promise<Language> {
  return (await services.directory.byUid(db, uid))?.language ?? 'zh_CN';
}

/** Answers a person: kept first, then sent; where messaging does not take it now, upkeep sends it. */
export async function replyTo(call: Call, input: Parsed<typeof contract.messageReply>): Promise<Reply<typeof contract.messageReply>> {
  const { db, caller, services } = call;
  const { snoId, employeeId } = input;
  await assertMay(db, caller, snoId, 'reply');
  const language = await languageOf(call, employeeId);
  const said = await saidBy(call, input);
  const kept = await call.write(async (tx) => {
    const [conversation] = await lockConversations(tx, caller, { snoId, employeeIds: [employeeId] });
    await standingTo(tx, snoId, employeeId);
    const { rows } = await sql<{
      id: string;
    }>`select id from user_message where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid
      and direction = 'in' order by at desc, id desc limit 1`.execute(tx);
    const by = { kind: 'employee' as const, id: caller.uid, name: caller.name };
    const one = await keepAnswer(tx, said, { snoId, employeeId, language, answeredBy: by, ref: rows[0]?.id ?? null });
    await markAnswered(tx, { snoId, employeeId, auto: false });
    await sql`update user_conversation set assignee_id = coalesce(assignee_id, ${await answererOf(tx, snoId, caller.uid)}::uuid)
      where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid`.execute(tx);
    await note(tx, call, { snoId, kind: 'reply', people: [{ employeeId, name: conversation?.name ?? '' }] });
    return one;
  });
  await deliverKept(services, [kept]);
  return { id: kept.id };
}

/** Who answers first answers on, where they work for the account. */
async function answererOf(tx: Tx, snoId: string, uid: string): Promise<string | null> {
  return (await colleaguesOf(tx, snoId)).includes(uid) ? uid : null;
}

/** What is said: content as it is, a text without words that are not allowed (15082). */
async function saidBy({ services, caller }: Call, { text, content }: Parsed<typeof contract.messageReply>): Promise<Said> {
  if (content !== undefined) return { content };
  try {
    return { text: await screenText(services, { text: text ?? '', place: 'comment', uid: caller.uid }) };
  } catch (error) {
    throw error instanceof Refusal && error.answer === 16061 ? new Refusal(15082) : error;
  }
}

interface Noted {
  readonly snoId: string;
  readonly kind: string;
  readonly people: readonly { readonly employeeId: string; readonly name: string }[];
}

/** Notes what was done to conversations, in the audit and in the log of the account. */
async function note(tx: Tx, { caller }: Pick<Call, 'caller'>, { snoId, kind, people }: Noted): Promise<void> {
  for (const { employeeId, name } of people) caller.touch({ kind: 'userConversation', id: employeeId, name });
  caller.note({ snoId });
  const by = { id: caller.uid, name: caller.name };
  await noteInAccounts(
    tx,
    people.map(({ employeeId }) => ({ snoId, employeeId, tab: 'operation', kind: `message.${kind}`, by, result: 'done' })),
  );
}

interface Turn {
  readonly snoId: string;
  readonly employeeIds: readonly string[];
}

/** Changes conversations that differ from what they are to be; answers how many did. */
async function turn(
  call: Call,
  { snoId, employeeIds }: Turn,
  change: { readonly kind: string; readonly set: RawBuilder<unknown>; readonly where: RawBuilder<boolean> },
): Promise<{ count: number }> {
  await assertMay(call.db, call.caller, snoId, 'reply');
  return call.write(async (tx) => {
    const named = await lockConversations(tx, call.caller, { snoId, employeeIds });
    const { rows } = await sql<{ id: string }>`update user_conversation as c set ${change.set}
      where c.sno_id = ${snoId}::uuid and c.employee_id = any(${[...employeeIds]}::uuid[]) and ${change.where} returning c.employee_id as id`.execute(
      tx,
    );
    const changed = new Set(rows.map(({ id }) => id));
    await note(tx, call, { snoId, kind: change.kind, people: named.filter(({ employeeId }) => changed.has(employeeId)) });
    return { count: rows.length };
  });
}

/** Assigns conversations to somebody; only who works for the account and may reply is named. */
export async function assign(call: Call, input: Parsed<typeof contract.messageAssign>): Promise<{ count: number }> {
  const { assigneeId, snoId } = input;
  await assertMay(call.db, call.caller, snoId, 'reply');
  if (assigneeId !== null && !(await colleaguesOf(call.db, snoId)).includes(assigneeId)) throw unseen(call.caller);
  return turn(call, input, {
    kind: 'assign',
    set: sql`assignee_id = ${assigneeId}::uuid`,
    where: sql`c.assignee_id is distinct from ${assigneeId}::uuid`,
  });
}

/** Closes conversations: nobody waits any more. */
export const close = (call: Call, input: Turn): Promise<{ count: number }> =>
  turn(call, input, { kind: 'close', set: sql`state = 'closed', waiting_since = null`, where: sql`c.state <> 'closed'` });

/** Opens closed conversations again: the person waits from now on. */
export const reopen = (call: Call, input: Turn): Promise<{ count: number }> =>
  turn(call, input, {
    kind: 'reopen',
    set: sql`state = 'open', waiting_since = ${call.services.now()}`,
    where: sql`c.state = 'closed'`,
  });

/** Marks conversations, or takes the mark away. */
export const star = (call: Call, input: Parsed<typeof contract.messageStar>): Promise<{ count: number }> =>
  turn(call, input, { kind: 'star', set: sql`starred = ${input.starred}`, where: sql`c.starred <> ${input.starred}` });

/** Notes something for colleagues. */
export async function addNote(call: Call, input: Parsed<typeof contract.messageNote>): Promise<Reply<typeof contract.messageNote>> {
  const { snoId, employeeId, text } = input;
  const { caller, services } = call;
  await assertMay(call.db, caller, snoId, 'reply');
  return call.write(async (tx) => {
    const named = await lockConversations(tx, caller, { snoId, employeeIds: [employeeId] });
    const one = { id: newId(), text, at: services.now(), byId: caller.uid, byName: caller.name };
    await sql`update user_conversation set notes = (select coalesce(jsonb_agg(kept.note order by kept.n), '[]') from (
        select note, n from jsonb_array_elements(notes || ${JSON.stringify([one])}::jsonb) with ordinality as all_notes(note, n)
        order by n desc limit ${mostNotes}) as kept)
      where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid`.execute(tx);
    await note(tx, call, { snoId, kind: 'note', people: named });
    return { id: one.id };
  });
}

/** Sends what a person wrote on to people who work for the account; who does not is refused like who is not there. */
export async function forward(call: Call, input: Parsed<typeof contract.messageForward>): Promise<{ count: number }> {
  const { caller, services, db } = call;
  const found = await messageSeen(call, input.id);
  const { snoId, employeeId } = found;
  const { rows: members } = await sql<{ id: string }>`select employee_id as id from sno_member where sno_id = ${snoId}::uuid`.execute(db);
  const known = new Set(members.map(({ id }) => id));
  if (input.empIds.some((id) => !known.has(id))) throw unseen(caller);
  if (found.direction !== 'in') throw new InvalidInput([{ path: 'id', namespace: 'kit', key: 'issue.custom' }]);
  const people = await services.directory.people(db, [employeeId], caller.language);
  const name = people.get(employeeId)?.name ?? '';
  const said = [
    `${name}: ${shownText(found.body) || services.texts.text(caller.language, 'public-replies', `message.kind.${found.kind}`)}`,
  ];
  if (input.comment !== '') said.push(`${caller.name}: ${input.comment}`);
  // What was sent under a note that is then given up can't be fetched back, so the note stands first.
  const noteId = await call.write(async (tx) => {
    await note(tx, call, { snoId, kind: 'forward', people: [{ employeeId, name }] });
    return newId();
  });
  const sent = await deliverFromAccount(
    services,
    input.empIds.map((id) => ({
      key: `forward ${noteId} ${id}`,
      accountId: snoId,
      employeeId: id,
      kind: 'text',
      body: { text: said.join('\n') },
    })),
  );
  return { count: [...sent.values()].filter((one) => 'messageId' in one).length };
}

/** Blocks people as the page of fans does: for that the account must be theirs to manage. */
export const block = (call: Call, { snoId, employeeIds, reason }: Parsed<typeof contract.messageBlock>): Promise<{ count: number }> =>
  blockFans(call, { snoId, empIds: employeeIds, reason });
