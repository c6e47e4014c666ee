import { sql } from 'kysely';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Services } from '#kit/server/services.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { keptPlace } from './mail.table.ts';

/** A page is written once in so long: it serves when the mail server is away, and need not be the very last. */
const againMillis = 60_000;
const dayMillis = 86_400_000;

const keepDays = async ({ db }: ClientCall): Promise<number> =>
  (await sql<{ days: number }>`select keep_cache_days as days from mail_setting`.execute(db)).rows[0]?.days ?? 0;

/**
 * Answers what the mail server says and keeps it, sealed; where the server can't be reached what was kept, with its moment. Whether the
 * caller may see it was asked before. The list of folders is kept under the empty name.
 */
export async function keeping<T extends object>(
  call: ClientCall,
  of: { accountId: string; folder: string },
  read: () => Promise<T>,
): Promise<T & { keptAt: number | null }> {
  try {
    const answer = await read();
    await keep(call, of, answer);
    return { ...answer, keptAt: null };
  } catch (error) {
    const kept = error instanceof Refusal && error.answer === 17003 ? await keptOf<T>(call, of) : undefined;
    if (!kept) throw error;
    return kept;
  }
}

async function keep(call: ClientCall, { accountId, folder }: { accountId: string; folder: string }, answer: object): Promise<void> {
  const { db, services } = call;
  const now = services.now();
  const { rows } = await sql`select from mail_kept where account_id = ${accountId}::uuid and folder = ${folder}
    and at > ${now - againMillis}`.execute(db);
  if (rows.length > 0 || (await keepDays(call)) === 0) return;
  const content = services.secrets.seal(JSON.stringify(answer), keptPlace(accountId));
  await sql`insert into mail_kept (account_id, folder, content, at) values (${accountId}::uuid, ${folder}, ${content}, ${now})
    on conflict (account_id, folder) do update set content = excluded.content, at = excluded.at`.execute(db);
}

async function keptOf<T extends object>(
  call: ClientCall,
  { accountId, folder }: { accountId: string; folder: string },
): Promise<(T & { keptAt: number }) | undefined> {
  const { db, services } = call;
  const since = services.now() - (await keepDays(call)) * dayMillis;
  const { rows } = await sql<{ content: string; at: number }>`select content, at from mail_kept where account_id = ${accountId}::uuid
    and folder = ${folder} and at > ${since}`.execute(db);
  const [row] = rows;
  return row && { ...(JSON.parse(services.secrets.open(row.content, keptPlace(accountId))) as T), keptAt: row.at };
}

/** Forgets what was kept for longer than it is kept. */
export async function forgetKept({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await sql`delete from mail_kept where at < ${now()} - (select keep_cache_days from mail_setting)::bigint * ${dayMillis}`.execute(
    database.db,
  );
}
