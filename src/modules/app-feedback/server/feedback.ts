import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import type { Tx } from '#kit/server/directory.ts';
import { appInRange } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import { feedback, type FeedbackReply } from '../common/feedback.contract.ts';
import './feedback.table.ts';

/** SQL condition on the table `t`: who wrote is in the range; of what nobody signed, the app is. */
export const feedbackInRange = (range: Range): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`case when t.employee_id is null then ${appInRange(range, 't.app_id')} else ${directory.employeeInRange(range, 't.employee_id')} end`;

/** Feedback on the server. */
export const feedbacks = crudServer(feedback, {
  table: 'feedback',
  directory,
  range: { visible: feedbackInRange, outside },
  where: (_means, { from, to, hasFile, departmentId }) => [
    ...(from === undefined ? [] : [sql<boolean>`t.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`t.created_at <= ${to}`]),
    ...(hasFile === undefined ? [] : [sql<boolean>`(t.files <> '[]'::jsonb) = ${hasFile}`]),
    ...(departmentId === undefined ? [] : [sql<boolean>`t.employee_id in (${directory.employeesUnder([departmentId])})`]),
  ],
  rows: async ({ db }, objects) => {
    const { rows } = await sql<{ id: string; at: number }>`select f.id, greatest(f.created_at, (select max(r.at) from feedback_reply r
      where r.feedback_id = f.id and r.withdrawn_at is null)) as at from feedback f where f.id = any(${objects.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    const last = new Map(rows.map(({ id, at }) => [id, Number(at)]));
    return objects.map(({ id }) => ({ lastAt: last.get(id) ?? 0 }));
  },
  detail: async (means, { id }) => ({ conversation: await conversationOf(means, id) }),
});

interface StoredReply extends Omit<FeedbackReply, 'by'> {
  readonly uid: string | null;
}

async function conversationOf({ db, caller }: Means, id: string): Promise<FeedbackReply[]> {
  const { rows } =
    await sql<StoredReply>`select id, by_employee as "byEmployee", uid, text, files, at, read_at as "readAt" from feedback_reply
    where feedback_id = ${id}::uuid and withdrawn_at is null order by at, id`.execute(db);
  const names = await directory.people(
    db,
    rows.flatMap(({ uid }) => uid ?? []),
    caller.language,
    caller.scope(),
  );
  return rows.map(({ uid, at, readAt, ...row }) => ({
    ...row,
    by: names.get(uid ?? '')?.name ?? '',
    at: Number(at),
    readAt: readAt === null ? null : Number(readAt),
  }));
}

async function outside(tx: Tx, range: Range, operations: readonly Operation<object>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from feedback as t
    where t.id = any(${operations.map(({ id }) => id)}::uuid[]) and ${feedbackInRange(range)}`.execute(tx);
  const here = new Set(rows.map(({ id }) => id));
  const named = operations.map(({ after }) => uuidIn(after, 'assigneeId'));
  const { rows: people } = await sql<{ id: string }>`select e.id from unnest(${named.flatMap((id) => id ?? [])}::uuid[]) as e(id)
    where ${directory.employeeInRange(range, 'e.id')}`.execute(tx);
  const seen = new Set(people.map(({ id }) => id));
  const returning = await writersSeen(tx, range, operations);
  return new Set(
    operations.flatMap(({ id, action }, index) => {
      const isHere = action === 'restore' ? returning.has(index) : here.has(id);
      return isHere && (named[index] === undefined || seen.has(named[index])) ? [] : [index];
    }),
  );
}

const uuidIn = (fields: object | null, name: string): string | undefined => {
  const value: unknown = fields && Reflect.get(fields, name);
  return typeof value === 'string' ? value : undefined;
};

/** Which of what comes back was written by somebody in the range. */
async function writersSeen(tx: Tx, range: Range, operations: readonly Operation<object>[]): Promise<Set<number>> {
  const seen = new Set<number>();
  for (const [index, { action, after }] of operations.entries()) {
    if (action !== 'restore') continue;
    const { rows } =
      await sql`select from (values (${uuidIn(after, 'employeeId') ?? null}::uuid, ${uuidIn(after, 'appId') ?? null}::uuid)) as t(employee_id, app_id)
      where ${feedbackInRange(range)}`.execute(tx);
    if (rows.length > 0) seen.add(index);
  }
  return seen;
}

/** Ids of the answers that stand in a conversation. */
export const answersIn = (fields: Fields | null): string[] => {
  const ids = fields?.['answers'];
  return Array.isArray(ids) ? ids.map(String) : [];
};

/** An answer that a change takes out of the conversation is withdrawn, also from terminals; one that it brings back stands again. */
async function withdrawAnswers(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const ends = operations.flatMap(({ before, after }) => (before && after ? [{ before: answersIn(before), after: answersIn(after) }] : []));
  const withdrawn = ends.flatMap(({ before, after }) => before.filter((id) => !after.includes(id)));
  const standing = ends.flatMap(({ before, after }) => after.filter((id) => !before.includes(id)));
  if (withdrawn.length + standing.length === 0) return;
  await sql`update feedback_reply set withdrawn_at = case when id = any(${withdrawn}::uuid[]) then ${clock.now()}::bigint end
    where id = any(${[...withdrawn, ...standing]}::uuid[])`.execute(tx);
}

const stored = feedbacks.kinds[0]!;

/** Feedback in the change engine: answers are withdrawn by it, and once a deletion is final, the conversation and its files go too. */
export const feedbackKind: Kind = {
  ...stored,
  write: async (tx, caller, operations) => {
    await stored.write(tx, caller, operations);
    await withdrawAnswers(tx, operations);
  },
  purge: async (tx, ids, now) => {
    const gone = sql`feedback_id = any(${[...ids]}::uuid[]) and not exists (select from feedback f where f.id = feedback_id)`;
    await sql`delete from feedback_reply where ${gone}`.execute(tx);
    await sql`with files as (delete from feedback_file where ${gone} returning file_id)
      update file set expires_at = ${now} where id in (select file_id from files)`.execute(tx);
  },
};
