import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { screenText } from '#modules/messaging/server/public.ts';
import { accountsInReach, assertMay, noteInAccounts, unseen } from '#modules/public-accounts/server/public.ts';
import type { CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import type { commentPolicySave, commentReply, commentShow } from '../../common/comment.contract.ts';
import { pushSeen } from '../readers/push-facts.ts';
import { tellAuthors } from './tell-authors.ts';

/** What is done to comments at once. */
export type Decision = 'show' | 'hide' | 'feature' | 'unfeature' | 'delete';

/** What each does, and to which comments. */
const decisions: Record<Decision, { set: RawBuilder<unknown>; where: RawBuilder<boolean> }> = {
  show: { set: sql`state = 'shown', held_because = null`, where: sql`c.state in ('waiting', 'hidden')` },
  hide: { set: sql`state = 'hidden', featured = false`, where: sql`c.state in ('waiting', 'shown')` },
  // Only what stands by itself is put first.
  feature: {
    set: sql`state = 'shown', held_because = null, featured = true`,
    where: sql`not c.featured and c.parent_id is null and c.state <> 'deleted'`,
  },
  unfeature: { set: sql`featured = false`, where: sql`c.featured` },
  delete: { set: sql`state = 'deleted', featured = false`, where: sql`c.state <> 'deleted'` },
};

interface Named {
  readonly id: string;
  readonly snoId: string;
  readonly pushId: string;
  readonly text: string;
}

/** Comments that are there, of accounts for which the caller decides about comments; locked. */
async function lockComments(tx: Tx, { caller }: Call, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, sno_id as "snoId", push_id as "pushId", text from push_comment
    where id = any(${[...ids]}::uuid[]) and state <> 'deleted' order by id for update`.execute(tx);
  const accounts = [...new Set(rows.map(({ snoId }) => snoId))];
  const seen = await accountsInReach(tx, caller.scope(), accounts);
  if (rows.length < ids.length || accounts.some((id) => !seen.has(id))) throw unseen(caller);
  for (const snoId of accounts) await assertMay(tx, caller, snoId, 'comment');
  return rows;
}

/** The beginning of a text, by which a comment is named. */
const nameOf = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** Decides about comments; answers how many changed. */
export async function decide(call: Call, what: Decision, { ids, reason }: Parsed<typeof commentShow>): Promise<{ count: number }> {
  const { caller, services } = call;
  const at = services.now();
  const done = await call.write(async (tx) => {
    const named = await lockComments(tx, call, ids);
    const { set, where } = decisions[what];
    const among =
      what === 'delete'
        ? sql<boolean>`(c.id = any(${ids}::uuid[]) or c.parent_id = any(${ids}::uuid[]))`
        : sql<boolean>`c.id = any(${ids}::uuid[])`;
    const { rows } = await sql<{ id: string }>`update push_comment c set ${set}, version = c.version + 1, updated_at = ${at},
        updated_by = ${caller.uid}, decided_by = ${caller.uid}, decided_by_name = ${caller.name}, decided_at = ${at}, reason = ${reason}
      where ${among} and ${where} returning c.id`.execute(tx);
    const changed = new Set(rows.map(({ id }) => id));
    const changes = named.filter(({ id }) => changed.has(id));
    for (const one of changes) caller.touch({ kind: 'comment', id: one.id, name: nameOf(one.text) });
    if (reason !== '') caller.note({ reason });
    const by = { id: caller.uid, name: caller.name };
    await noteInAccounts(
      tx,
      changes.map(({ id, snoId, text }) => ({
        snoId,
        tab: 'operation',
        kind: `comment.${what}`,
        by,
        ref: { id, name: nameOf(text) },
        result: 'done',
        reason,
      })),
    );
    return changes.map(({ id }) => id);
  });
  if (what === 'hide') await tellAuthors(call, { ids: done, reason, at });
  return { count: done.length };
}

/** Answers in the name of the account; what waited is shown with the answer. */
export async function replyTo(call: Call, { id, text }: Parsed<typeof commentReply>): Promise<{ id: string }> {
  const { caller, services } = call;
  const kept = await screened(call, text);
  return call.write(async (tx) => {
    const [named] = await lockComments(tx, call, [id]);
    if (!named) throw notFound();
    const [replyId, now] = [newId(), services.now()];
    // One level: an answer to an answer stands below the same comment.
    await sql`insert into push_comment (id, created_at, created_by, updated_at, updated_by, push_id, sno_id, article_id, employee_id, parent_id, text, state)
      select ${replyId}::uuid, ${now}, ${caller.uid}, ${now}, ${caller.uid}, push_id, sno_id, article_id, null, coalesce(parent_id, id), ${kept}, 'shown'
      from push_comment where id = ${id}::uuid`.execute(tx);
    await sql`update push_comment set state = 'shown', held_because = null, decided_by = ${caller.uid}, decided_by_name = ${caller.name},
      decided_at = ${now} where id = ${id}::uuid and state = 'waiting'`.execute(tx);
    caller.touch({ kind: 'comment', id, name: nameOf(named.text) });
    const by = { id: caller.uid, name: caller.name };
    const ref = { id, name: nameOf(named.text) };
    await noteInAccounts(tx, [{ snoId: named.snoId, tab: 'operation', kind: 'comment.reply', by, ref, result: 'done' }]);
    return { id: replyId };
  });
}

/** What the account itself writes holds no word that is blocked (15082). */
async function screened({ services, caller }: Call, text: string): Promise<string> {
  try {
    return await screenText(services, { text, place: 'comment', uid: caller.uid });
  } catch (error) {
    if (error instanceof Refusal && error.answer === 16061) throw new Refusal(15082);
    throw error;
  }
}

/** Sets who may comment on a push from now on. */
export async function savePolicy(call: Call, { pushId, ...policy }: Parsed<typeof commentPolicySave>): Promise<CommentPolicy> {
  const { caller, services, db } = call;
  const push = await pushSeen(db, caller, pushId);
  await assertMay(db, caller, push.snoId, 'comment');
  return call.write(async (tx) => {
    await sql`update push set comment_policy = ${JSON.stringify(policy)}::jsonb, version = version + 1, updated_at = ${services.now()},
      updated_by = ${caller.uid} where id = ${pushId}::uuid`.execute(tx);
    const name = push.title.zh_CN;
    caller.touch({ kind: 'push', id: pushId, name });
    caller.note({ mode: policy.mode });
    const by = { id: caller.uid, name: caller.name };
    await noteInAccounts(tx, [
      { snoId: push.snoId, tab: 'operation', kind: 'comment.policy', by, ref: { id: pushId, name }, result: 'done', detail: policy },
    ]);
    return policy;
  });
}
