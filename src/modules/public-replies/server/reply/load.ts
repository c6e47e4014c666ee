import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { usualSystem, usualWelcome, type SystemDocument, type WelcomeDocument } from '../../common/reply/setting.contract.ts';
import { bookOf, type ReplyBook, type ReplyRule } from './answers-to.ts';
import './reply.table.ts';

/** The rules of an account in their order. */
export async function rulesOf(db: Db, snoId: string): Promise<(ReplyRule & { id: string })[]> {
  const { rows } = await sql<ReplyRule & { id: string }>`select id, name, enabled, keywords, answers, mode, members, windows
    from keyword_reply where sno_id = ${snoId}::uuid order by position, id`.execute(db);
  return rows;
}

async function documentOf(db: Db, snoId: string, kind: 'welcome' | 'system'): Promise<unknown> {
  const row = await db
    .selectFrom('reply_setting')
    .select('document')
    .where('sno_id', '=', snoId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.document;
}

/** What is said to who follows an account for the first time. */
export const welcomeOf = async (db: Db, snoId: string): Promise<WelcomeDocument> =>
  ((await documentOf(db, snoId, 'welcome')) as WelcomeDocument | undefined) ?? usualWelcome;
/** What is said where no rule answers. */
export const systemOf = async (db: Db, snoId: string): Promise<SystemDocument> =>
  ((await documentOf(db, snoId, 'system')) as SystemDocument | undefined) ?? usualSystem;

interface Kept {
  readonly mark: string;
  readonly book: ReplyBook;
}

const kept = new WeakMap<object, Map<string, Kept>>();
const mostKept = 200;

/**
 * What an account answers by, put together once for each state of its rules and settings: the mark names every version, so that another
 * process's change is seen at the next message. `key` is what lives as long as the product.
 */
export async function bookFor(db: Db, key: object, snoId: string): Promise<ReplyBook> {
  const { rows } = await sql<{ mark: string }>`select coalesce((select string_agg(id || ' ' || version, ',' order by position, id)
      from keyword_reply where sno_id = ${snoId}::uuid), '') || '/' ||
    coalesce((select version::text from reply_setting where sno_id = ${snoId}::uuid and kind = 'system'), '') as mark`.execute(db);
  const { mark } = rows[0]!;
  const books = kept.get(key) ?? new Map<string, Kept>();
  kept.set(key, books);
  const known = books.get(snoId);
  if (known?.mark === mark) return known.book;
  const [rules, system] = [await rulesOf(db, snoId), await systemOf(db, snoId)];
  const book = bookOf(rules, system);
  books.delete(snoId);
  const [oldest] = books.size >= mostKept ? books.keys() : [];
  if (oldest !== undefined) books.delete(oldest);
  books.set(snoId, { mark, book });
  return book;
}
