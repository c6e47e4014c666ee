import { sql } from 'kysely';
import { countsForAccounts, onAccountTurn } from '#modules/public-accounts/server/public.ts';

/** Before an account is disabled or deleted, who does so is told how many people wait for an answer. */
countsForAccounts(async (db, snoIds) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from user_conversation
    where sno_id = any(${[...snoIds]}::uuid[]) and state = 'open'`.execute(db);
  return { openConversations: rows[0]?.n ?? 0 };
});

/** What an account that does not come back any more kept of menus and conversations is erased with it. */
onAccountTurn(async (tx, turn, snoIds) => {
  if (turn !== 'purge') return;
  for (const table of ['sno_menu', 'sno_menu_version', 'sno_menu_click', 'user_message', 'user_conversation', 'user_conversation_read'])
    await sql`delete from ${sql.table(table)} where sno_id = any(${[...snoIds]}::uuid[])`.execute(tx);
});
