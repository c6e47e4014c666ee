import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { unseen } from '#modules/public-accounts/server/public.ts';
import type { ConversationState } from '../../common/inbox/words.ts';

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
  if (rows.length < employeeIds.length) throw unseen(caller);
  const { rows: people } = await sql<{ id: string; name: string }>`select id, name from employee
    where id = any(${[...employeeIds]}::uuid[])`.execute(tx);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.employeeId) ?? '' }));
}
