import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import { mostExceptions, mostWords } from '../../common/word-facts.ts';
import type { wordPublish, wordRollback, wordVersionCompare, wordVersionRow } from '../../common/word-list.contract.ts';
import type { BookContent } from '../words/word-book.ts';
import { counted, differences, nothing, type Counted, type Edge } from './differences.ts';
import { readDraft } from './read-draft.ts';
import '../words.table.ts';

/** Publications that this process makes: the very next check must know of them. */
export const publications = createRecentChange();

const packed = async (content: BookContent): Promise<Buffer> => promisify(gzip)(JSON.stringify(content));
const unpacked = async (book: Buffer): Promise<BookContent> => JSON.parse(String(await promisify(gunzip)(book))) as BookContent;

/** The number of the list that decides now; 0 before the first publication. */
export async function currentNumber(db: Db): Promise<number> {
  const row = await db
    .selectFrom('word_version')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** A published list; undefined where there is none of this number. */
export async function readVersion(db: Db, number: number): Promise<BookContent | undefined> {
  const row = await db.selectFrom('word_version').select('book').where('number', '=', number).executeTakeFirst();
  return row && unpacked(row.book);
}

interface Published {
  content: BookContent;
  book: Buffer;
  note: string;
}

async function put(tx: Tx, caller: Caller, { content, book, note }: Published): Promise<number> {
  // One after the other: two who publish at once get a number each.
  await sql`lock table word_version in share row exclusive mode`.execute(tx);
  const number = (await currentNumber(tx)) + 1;
  const counts = { words: content.words.length, exceptions: content.exceptions.length };
  const stamp = { published_at: clock.now(), published_by: caller.uid };
  await tx
    .insertInto('word_version')
    .values({ number, id: newId(), ...counts, note, ...stamp, book })
    .execute();
  publications.happens();
  return number;
}

/** Publishes the draft: from the commit on every process judges by it within a second. 16063 where it is too large. */
export async function publishDraft(
  tx: Tx,
  caller: Caller,
  { note }: Parsed<typeof wordPublish>,
): Promise<{ number: number; words: number; exceptions: number }> {
  const content = await readDraft(tx, clock.now());
  if (content.words.length > mostWords) throw new Refusal(16063, { n: mostWords });
  if (content.exceptions.length > mostExceptions) throw new Refusal(16063, { n: mostExceptions });
  const number = await put(tx, caller, { content, book: await packed(content), note });
  return { number, words: content.words.length, exceptions: content.exceptions.length };
}

/** Publishes an earlier list again, as a new version; the draft stays as it is. */
export async function rollBack(tx: Tx, caller: Caller, { number, note }: Parsed<typeof wordRollback>): Promise<{ number: number }> {
  const row = await tx.selectFrom('word_version').select('book').where('number', '=', number).executeTakeFirst();
  if (!row) throw notFound();
  return { number: await put(tx, caller, { content: await unpacked(row.book), book: row.book, note }) };
}

const mostSamples = 200;

/** What differs between two lists. */
export async function compareVersions(db: Db, { from, to }: Parsed<typeof wordVersionCompare>) {
  const [one, other] = await Promise.all([
    from === 0 ? nothing : readVersion(db, from),
    to === undefined ? readDraft(db, clock.now()) : readVersion(db, to),
  ]);
  if (!one || !other) throw notFound();
  const all = differences(one, other);
  const first = (edges: readonly Edge[]): Edge[] => edges.slice(0, mostSamples);
  return { ...counted(all), samples: { added: first(all.added), removed: first(all.removed), changed: first(all.changed) } };
}

/** Published lists, the newest first, with how the draft differs. */
export async function listVersions(db: Db, { pageNum, pageSize }: { pageNum: number; pageSize: number }, draft: Promise<Counted>) {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('word_version')
      .select(['id', 'number', 'words', 'exceptions', 'note', 'published_at', 'published_by'])
      .orderBy('number', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
    currentNumber(db),
  ]);
  const people = await directory.people(
    db,
    rows.flatMap(({ published_by: by }) => by ?? []),
  );
  const list = rows.map((row): z.output<typeof wordVersionRow> => ({
    id: row.id,
    number: row.number,
    current: row.number === total,
    words: row.words,
    exceptions: row.exceptions,
    note: row.note,
    publishedAt: row.published_at,
    publishedBy: (row.published_by && people.get(row.published_by)?.name) ?? '',
  }));
  return { list, total, pages: Math.ceil(total / pageSize), draft: await draft };
}
