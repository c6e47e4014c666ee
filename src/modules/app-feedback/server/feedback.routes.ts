import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import type { Parsed } from '#kit/common/contract.ts';
import * as contract from '../common/feedback.contract.ts';
import { answersIn, feedbackInRange, feedbackKind, feedbacks } from './feedback.ts';
import { sendAll, sendOne, takeFiles } from './files.ts';
import { addReply } from './reply.ts';

/** What administrators do with feedback. */
export const feedbackRoutes: readonly BoundRoute[] = [
  handle(contract.feedbackReply, answer),
  handle(contract.feedbackAssign, (call, { ids, assigneeId }) => setAll(call, ids, { name: 'assigneeId', value: assigneeId })),
  handle(contract.feedbackClose, (call, { ids }) => setAll(call, ids, { name: 'state', value: 'closed' })),
  handle(contract.feedbackReopen, ({ caller, write }, { ids }) =>
    write(async (tx) => {
      const found = await feedbackKind.read(tx, ids, true);
      const answered = [...found.values()].filter(({ fields }) => Number(fields['replies']) > 0).map(({ id }) => id);
      const open = [...found.values()].find(({ fields }) => fields['state'] !== 'closed');
      const states = ids.map((id) => ({ id, version: null, fields: { state: answered.includes(id) ? 'answered' : 'new' } }));
      // The range is asked first: what lies outside is refused as such, whatever its state.
      await changeObjects(tx, caller, feedbackKind, states);
      if (open) throw wrongState(String(open.fields['state']));
      return { count: ids.length };
    }),
  ),
  handle(contract.feedbackFile, async (call, { id, fileId }) => {
    const name = await seen(call, id);
    call.caller.touch({ kind: 'feedback', id, name });
    return fileId === undefined ? sendAll(call, id) : sendOne(call, id, fileId);
  }),
];

/** Gives one field of many the same value; answers how many changed. */
async function setAll(
  { caller, write }: Call,
  ids: readonly string[],
  { name, value }: { name: 'assigneeId' | 'state'; value: string | null },
): Promise<{ count: number }> {
  return write(async (tx) => {
    const before = await feedbackKind.read(tx, ids, true);
    await changeObjects(
      tx,
      caller,
      feedbackKind,
      ids.map((id) => ({ id, version: null, fields: { [name]: value } })),
    );
    return { count: [...before.values()].filter(({ fields }) => fields[name] !== value).length };
  });
}

/** The name of feedback in the caller's range. */
async function seen({ db, caller }: Call, id: string): Promise<string> {
  const range = caller.scope();
  const { rows } = await sql<{ subject: string }>`select t.subject from feedback as t
    where t.id = ${id}::uuid and ${feedbackInRange(range)}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0].subject;
}

async function answer(call: Call, { id, text, fileIds }: Parsed<typeof contract.feedbackReply>): Promise<{ id: string }> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const [replyId, now] = [newId(), services.now()];
    const found = (await feedbackKind.read(tx, [id], true)).get(id);
    const answers = [...answersIn(found?.fields ?? null), replyId];
    const fields = { state: 'answered', replies: Number(found?.fields['replies'] ?? 0) + 1, answers };
    await changeObjects(tx, caller, feedbackKind, [{ id, version: null, fields }]);
    const files = await takeFiles(tx, { uid: caller.uid, ids: fileIds, now }, id);
    await addReply(tx, { id: replyId, feedbackId: id, byEmployee: false, uid: caller.uid, text, files, at: now });
    return { id: replyId };
  });
}

/** The entity's own calls with those above. */
export const feedbackPart = { ...feedbacks, kinds: [feedbackKind] };
