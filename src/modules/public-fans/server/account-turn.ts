import { sql } from 'kysely';
import { onAccountTurn } from '#modules/public-accounts/server/public.ts';

// Tags of a deleted account stay, and come back with it; once its deletion is final they go.
onAccountTurn(async (tx, turn, snoIds) => {
  if (turn !== 'purge') return;
  const ids = [...snoIds];
  await sql`delete from fan_tag_member where tag_id in (select id from fan_tag where sno_id = any(${ids}::uuid[]))`.execute(tx);
  await sql`delete from fan_tag where sno_id = any(${ids}::uuid[])`.execute(tx);
});
