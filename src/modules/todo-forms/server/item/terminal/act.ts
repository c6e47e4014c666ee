import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick } from '#kit/common/language.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal, type IssueDraft } from '#kit/server/refusal.ts';
import { siteZone } from '#modules/people/server/public.ts';
import { wallOf } from '#platform/wall-clock.ts';
import type * as contract from '../../../common/item/client.contract.ts';
import type { AnswerState } from '../../../common/item/words.ts';
import { acceptInput } from '../../../common/form/accept.ts';
import { evaluateForm } from '../../../common/form/evaluate.ts';
import type { FormContext, FormIssue } from '../../../common/form/evaluate.types.ts';
import type { FormAction, FormVersion } from '../../../common/form/version.ts';
import { touchPeople } from '../close.ts';
import { formOf } from '../form.ts';
import { newEvents, announceEvents, type ItemEvents } from '../events.ts';
import { digestOf } from '../push/digest.ts';
import { openData, sealAnswer } from '../sealed.ts';
import { wakeAnswers } from '../wake.ts';
import { assertOpen, lockOwnPart, type OwnPart } from './own-part.ts';

type Given = ClientInput<typeof contract.clientTodoAct>;
type Answered = ClientReply<typeof contract.clientTodoAct>;
const minuteMillis = 60_000;

/** Takes an answer: it is kept and sent behind the call; the same id again is the same answer. */
export async function act(call: ClientCall, given: Given): Promise<Answered> {
  const { services } = call;
  const news = newEvents();
  const answered = await call.write(async (tx) => {
    news.all.length = 0;
    return takeAnswer(tx, call, given, news);
  });
  wakeAnswers(services);
  await announceEvents(services, news);
  return answered;
}

async function takeAnswer(tx: Tx, call: ClientCall, given: Given, news: ItemEvents): Promise<Answered> {
  const { caller, services, terminal } = call;
  const part = await lockOwnPart(tx, caller.uid, given.itemId);
  const digest = digestOf([given.itemId, given.action, given.input, given.comment]);
  const known = await knownAnswer(tx, caller.uid, given.answerId, digest);
  if (known) return known;
  await assertMayAnswer(tx, call, part, given);
  const { content } = await formOf(services, tx, part.item.versionId);
  const action = await offered(call, part, content, given);
  const input = await accepted(call, part, content, given);
  assertRequired(action, given);
  const now = services.now();
  await tx
    .insertInto('todo_answer')
    .values({
      id: given.answerId,
      item_id: part.item.id,
      system_id: part.item.systemId,
      employee_id: caller.uid,
      action: action.code,
      stage: given.stage,
      input: sealAnswer(services, given.answerId, { input, comment: given.comment }),
      input_digest: digest,
      at: now,
      terminal: String(terminal.platform),
      state: 'queued',
      attempts: 0,
      last_class: '',
      last_message: '',
      fields: {},
      next_at: now,
      confirmed_at: null,
      closed_by: '',
      close_reason: '',
    })
    .execute();
  await sql`update todo_person set state = 'submitted', seen_at = coalesce(seen_at, ${now}), changed_at = ${now}
    where item_id = ${part.item.id}::uuid and employee_id = ${caller.uid}::uuid`.execute(tx);
  if (part.item.mode === 'any')
    await sql`update todo_item set answering = ${given.answerId}::uuid where id = ${part.item.id}::uuid`.execute(tx);
  await touchPeople(tx, part.item, now, news);
  return { answerId: given.answerId, state: 'queued' };
}

/** An answer that was taken before under this id; another one under the same id is refused. */
async function knownAnswer(tx: Tx, uid: string, answerId: string, digest: string): Promise<Answered | undefined> {
  const { rows } = await sql<{ employeeId: string; digest: string; state: AnswerState }>`select employee_id as "employeeId",
      input_digest as digest, state from todo_answer where id = ${answerId}::uuid`.execute(tx);
  const [known] = rows;
  if (!known) return undefined;
  if (known.employeeId !== uid || known.digest !== digest)
    throw new InvalidInput([{ path: 'answerId', namespace: 'todo-forms', key: 'check.otherAnswer' }]);
  return { answerId, state: known.state };
}

async function assertMayAnswer(tx: Tx, { services, caller }: ClientCall, part: OwnPart, given: Given): Promise<void> {
  const { item } = part;
  const named = async (uid: string): Promise<string> => (await services.directory.people(tx, [uid], caller.language)).get(uid)?.name ?? '';
  const closer = await closerOf(tx, item.id);
  if (closer !== null && closer !== caller.uid) throw new Refusal(17064, { name: await named(closer) });
  assertOpen(part);
  if (item.answering !== null) {
    const { rows } = await sql<{ by: string }>`select employee_id as by from todo_answer where id = ${item.answering}::uuid`.execute(tx);
    throw new Refusal(17064, { name: await named(rows[0]?.by ?? caller.uid) });
  }
  if (given.stage !== item.stage || given.revision !== item.revision) throw new Refusal(17059);
}

async function closerOf(tx: Tx, itemId: string): Promise<string | null> {
  const { rows } = await sql<{
    by: string | null;
  }>`select closed_by as by from todo_item where id = ${itemId}::uuid and state = 'done'`.execute(tx);
  return rows[0]?.by ?? null;
}

/** What the form is evaluated with, for the person of a call. */
async function contextOf(
  { db, caller, services }: Pick<ClientCall, 'db' | 'caller' | 'services'>,
  { item }: Pick<OwnPart, 'item'>,
  input: FormContext['input'],
): Promise<FormContext> {
  const [keys, people] = await Promise.all([
    services.directory.keysOf(db, caller.uid),
    services.directory.people(db, [caller.uid], caller.language),
  ]);
  const person = people.get(caller.uid);
  const now = services.now();
  return {
    data: openData(services, item.id, item.data),
    ...(input && { input }),
    stage: item.stage,
    person: {
      uid: caller.uid,
      account: keys?.account ?? '',
      employeeNo: keys?.employeeNo ?? '',
      name: person?.name ?? '',
      departmentName: person?.departmentName ?? '',
    },
    now,
    zone: Math.round((now - wallOf(now, siteZone())) / minuteMillis),
  };
}

/** The action, where the form offers it in this stage and it goes to the system (17060). */
async function offered(call: ClientCall, part: OwnPart, content: FormVersion, given: Given): Promise<FormAction> {
  const state = evaluateForm(content, await contextOf(call, part, given.input as FormContext['input']));
  const action = state.actions.find(({ code }) => code === given.action);
  if (!action || action.kind === 'link' || action.kind === 'transfer' || part.system.answerMode === 'none') throw new Refusal(17060);
  // Who must give the password again can't do so on a terminal yet: nothing is answered without it.
  if (action.requires.password) throw new Refusal(17060);
  return action;
}

/** What goes to the system: without what is hidden; what does not fit is 10400 at its field. */
async function accepted(call: ClientCall, part: OwnPart, content: FormVersion, given: Given): Promise<NonNullable<FormContext['input']>> {
  const { input, issues } = acceptInput(content, await contextOf(call, part, given.input as FormContext['input']), given.action);
  if (issues.length > 0) throw new InvalidInput(issues.map((issue) => issueOf(issue, call.caller.language)));
  return input;
}

/** What is wrong with a field as a refusal tells it. */
function issueOf({ path, key, params, text }: FormIssue, language: ClientCall['caller']['language']): IssueDraft {
  const at = path === '' ? 'input' : `input.${path}`;
  if (text) return { path: at, namespace: 'todo-forms', key: 'check.words', params: { words: pick(text, language) } };
  return { path: at, namespace: 'todo-forms', key: `form.issue.${key}`, ...(params && { params }) };
}

function assertRequired({ requires }: FormAction, { comment, input }: Given): void {
  const issues: IssueDraft[] = [];
  if (requires.comment && comment.trim() === '') issues.push({ path: 'comment', namespace: 'todo-forms', key: 'form.issue.required' });
  const signature: unknown = input['signature'];
  if (requires.signature && (typeof signature !== 'string' || signature === ''))
    issues.push({ path: 'input.signature', namespace: 'todo-forms', key: 'form.issue.required' });
  if (issues.length > 0) throw new InvalidInput(issues);
}
