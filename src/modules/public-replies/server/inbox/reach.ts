import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { assertWorks, type WorkRight } from '#modules/public-accounts/server/public.ts';
import type { ConversationState } from '../../common/inbox/words.ts';

/** Refuses who does not see the account, and who works for it without this right (15011): an editor's rights are no grants of the console. */
export async function assertMay(db: Db, caller: Caller, snoId: string, right: WorkRight): Promise<void> {
  try {
    await assertWorks(db, caller.scope(), snoId, right);
  } catch (error) {
    throw error instanceof Refusal && error.answer === code.notGranted ? new Refusal(15011) : error;
  }
}

/** What is not there, as the caller is told: alike for what lies outside. */
export const missing = (caller: Caller): Refusal => (caller.scope().all ? notFound() : outOfRange());

/** Conversations of an account with these people, locked; all of them are there. */
export async function lockConversations(
  tx: Tx,
  caller: Caller,
  { snoId, employeeIds }: { readonly snoId: string; readonly employeeIds: readonly string[] },
): Promise<{ employeeId: string; state: ConversationState; name: string }[]> {
  const { rows } = await sql<{
    employeeId: string;
    state: ConversationState;
  }>`select employee_id as "employeeId", state from user_conversation
    where sno_id = ${snoId}::uuid and employee_id = any(${[...employeeIds]}::uuid[]) order by employee_id for update`.execute(tx);
  if (rows.length < employeeIds.length) throw missing(caller);
  const { rows: people } = await sql<{ id: string; name: string }>`select id, name from employee
    where id = any(${[...employeeIds]}::uuid[])`.execute(tx);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.employeeId) ?? '' }));
}
