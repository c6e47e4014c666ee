import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { directory } from '#modules/people/server/public.ts';
import type { pushTargets } from '../../common/push.contract.ts';
import type { targetFilter, TargetRow } from '../../common/push.schema.ts';
import { numberOf, targetStates, type RecallState } from '../../common/words.ts';
import { readCounters } from '../push/counters.ts';
import type { Push } from '../push/push-record.ts';
import { reasonNow } from './detail.ts';
import { seenPush } from './list.ts';

/** What narrows people of a push. */
export type TargetFilter = z.output<z.ZodObject<typeof targetFilter>>;

function conditions(push: Push, filter: TargetFilter): RawBuilder<boolean> {
  const { state, reason, reached, read, recallState, departmentId, employeeId } = filter;
  const where: RawBuilder<boolean>[] = [sql`t.push_id = ${push.id}::uuid`];
  if (state !== undefined) where.push(sql`t.state = ${numberOf(state)}`);
  if (reason !== undefined) where.push(sql`${reasonNow(push.state)} = ${reason}`);
  if (reached !== undefined) where.push(sql`(t.reached_at is not null) = ${reached}`);
  if (read !== undefined) where.push(sql`(t.read_at is not null) = ${read}`);
  if (recallState !== undefined) where.push(sql`t.recall_state = ${recallState}`);
  if (departmentId !== undefined) where.push(sql`t.employee_id in (${directory.employeesUnder([departmentId])})`);
  if (employeeId !== undefined) where.push(sql`t.employee_id = ${employeeId}::uuid`);
  return sql<boolean>`${sql.join(where, sql` and `)}`;
}

interface Stored extends Omit<TargetRow, 'state' | 'name' | 'department' | 'dueAt'> {
  state: number;
  dueAt: number;
  recallState: RecallState | null;
}

/** The next people of a push in the order of their ids, with their names. */
export async function targetsAfter(
  db: Db,
  push: Push,
  request: { filter: TargetFilter; after: string | undefined; size: number; language: Language },
): Promise<TargetRow[]> {
  const { filter, after, size, language } = request;
  const { rows } =
    await sql<Stored>`select t.employee_id as id, t.state, ${reasonNow(push.state)} as reason, t.tries, t.at, t.due_at as "dueAt",
      t.message_id as "messageId", t.language, t.reached_at as "reachedAt", t.read_at as "readAt", t.seconds, t.scrolled,
      t.recall_state as "recallState", t.recall_at as "recallAt", t.history
    from push_target t where ${conditions(push, filter)} ${after === undefined ? sql`` : sql`and t.employee_id > ${after}::uuid`}
    order by t.employee_id limit ${size}`.execute(db);
  // Fans of an account in reach are seen by name and department, as its audience was set.
  const people = await directory.people(
    db,
    rows.map(({ id }) => id),
    language,
  );
  return rows.map(({ state, dueAt, ...row }) => ({
    ...row,
    state: targetStates[state - 1]!,
    dueAt: state === numberOf('withheld') ? dueAt : null,
    name: people.get(row.id)?.name ?? '',
    department: people.get(row.id)?.departmentName ?? '',
  }));
}

/** A page of people of a push. */
export async function pageOfTargets({ db, caller }: Call, input: Parsed<typeof pushTargets>): Promise<Reply<typeof pushTargets>> {
  const range = caller.scope();
  const { pushId, after, pageSize, ...filter } = input;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const push = await seenPush(tx, range, pushId);
      const rows = await targetsAfter(tx, push, { filter, after, size: pageSize + 1, language: caller.language });
      const list = rows.slice(0, pageSize);
      return { list, next: rows.length > pageSize ? list.at(-1)!.id : null, total: (await readCounters(tx, pushId)).targets };
    });
}
