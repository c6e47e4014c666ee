import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Parsed } from '#kit/common/contract.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { containing, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import type { wordHitGet, wordHitList, wordHitReview, wordHitRow, wordHitText } from '../common/word-list.contract.ts';
import type { WrittenText } from './book/open-words.ts';
import type { Verdict } from './words/word-book.ts';
import type { WordHitTable } from './words.table.ts';

/** Words of one text that are written down; the rest of a text full of them says nothing more. */
const mostOfOne = 20;

/** Writes down what was found in a text, in the caller's transaction; the text is sealed for each hit. */
export async function writeHits(
  tx: Db,
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  { verdict, written, ref }: { verdict: Verdict & { number: number }; written: WrittenText; ref: string | null },
): Promise<void> {
  const found = new Map(verdict.hits.filter(({ exception }) => exception === null).map(({ word }) => [word.id, word]));
  const rows = [...found.values()].slice(0, mostOfOne).map((word) => {
    const id = newId();
    return {
      id,
      at: now(),
      word_id: word.id,
      word: word.text,
      list_number: verdict.number,
      level: word.level,
      observe: word.observe,
      place: written.place,
      sender_id: written.uid,
      ref,
      sealed_text: secrets.seal(written.text, { table: 'word_hit', column: 'sealed_text', row: id }),
    };
  });
  if (rows.length > 0)
    await tx
      .insertInto('word_hit')
      .values(rows.map((row) => ({ ...row, decision: 'open' as const, decided_by: null, decided_at: null, note: null })))
      .execute();
}

/** Hits whose sender the caller may see; those of nobody are seen by who sees everything. */
export const visible = ({ caller }: Pick<Call, 'caller'>): RawBuilder<boolean> => directory.employeeInRange(caller.scope(), 't.sender_id');

type HitRow = Omit<WordHitTable, 'sealed_text'> & { has_text: boolean };
type Hit = z.output<typeof wordHitRow>;
const columns = sql`t.id, t.at, t.word_id, t.word, t.level, t.observe, t.place, t.sender_id, t.ref, t.decision, t.decided_by, t.decided_at, t.note,
  t.sealed_text is not null as has_text`;

/** A page of hits, the newest first. */
export async function listHits(call: Call, input: Parsed<typeof wordHitList>) {
  const conditions: (RawBuilder<boolean> | false)[] = [
    visible(call),
    input.text !== undefined &&
      input.text !== '' &&
      sql<boolean>`(t.word ilike ${containing(input.text)} or t.ref = ${input.text.toLowerCase()})`,
    input.level !== undefined && sql<boolean>`t.level = ${input.level}`,
    input.place !== undefined && sql<boolean>`t.place = ${input.place}`,
    input.decision !== undefined && sql<boolean>`t.decision = ${input.decision}`,
    input.wordId !== undefined && sql<boolean>`t.word_id = ${input.wordId}`,
    input.from !== undefined && sql<boolean>`t.at >= ${input.from}`,
    input.to !== undefined && sql<boolean>`t.at <= ${input.to}`,
  ];
  const page = await readPage<HitRow>(
    call.db,
    {
      columns,
      from: sql`word_hit as t`,
      where: conditions.filter((one) => one !== false),
      order: input.sort === 'at' ? sql`t.at, t.id` : sql`t.at desc, t.id desc`,
    },
    input,
  );
  return { ...page, list: await shown(call, page.list) };
}

/** One hit; 10404 where there is none, 10910 where it is of somebody out of range. */
export async function hitOf(call: Call, { id }: Parsed<typeof wordHitGet>): Promise<Hit> {
  const { rows } = await sql<HitRow>`select ${columns} from word_hit as t where t.id = ${id} and ${visible(call)}`.execute(call.db);
  const [hit] = await shown(call, rows);
  if (!hit) throw call.caller.scope().all ? notFound() : outOfRange();
  return hit;
}

/** Hits with the names of who wrote and who decided. */
async function shown(call: Call, rows: readonly HitRow[]): Promise<Hit[]> {
  const ids = rows.flatMap(({ sender_id: sender, decided_by: by }) => [sender, by].filter((one) => one !== null));
  const people = await call.services.directory.people(call.db, [...new Set(ids)], call.caller.language, call.caller.scope());
  const nameOf = (id: string | null): string => (id === null ? '' : (people.get(id)?.name ?? ''));
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    wordId: row.word_id,
    word: row.word,
    level: row.level,
    place: row.place,
    observe: row.observe,
    senderId: row.sender_id,
    senderName: nameOf(row.sender_id),
    ref: row.ref,
    decision: row.decision,
    decidedBy: row.decided_by && nameOf(row.decided_by),
    decidedAt: row.decided_at,
    note: row.note,
    hasText: row.has_text,
  }));
}

/** Decides on hits; all of them lie in the caller's range, or none is touched. */
export async function reviewHits(tx: Tx, call: Call, { ids, decision, note }: Parsed<typeof wordHitReview>): Promise<number> {
  const open = decision === 'open';
  const { rows } = await sql<{ id: string }>`
    update word_hit as t set decision = ${decision}, note = ${note === '' ? null : note},
      decided_by = ${open ? null : call.caller.uid}, decided_at = ${open ? null : call.services.now()}
    where t.id = any(${ids}::uuid[]) and ${visible(call)} returning t.id`.execute(tx);
  if (rows.length < new Set(ids).size) throw call.caller.scope().all ? notFound() : outOfRange();
  return rows.length;
}

/** The text of a hit; 10404 once it is no longer kept. */
export async function textOfHit(tx: Tx, call: Call, { id }: Parsed<typeof wordHitText>): Promise<string> {
  const { rows } = await sql<{ sealed_text: string | null }>`
    select t.sealed_text from word_hit as t where t.id = ${id} and ${visible(call)}`.execute(tx);
  const [row] = rows;
  if (!row) throw call.caller.scope().all ? notFound() : outOfRange();
  if (row.sealed_text === null) throw notFound();
  return call.services.secrets.open(row.sealed_text, { table: 'word_hit', column: 'sealed_text', row: id });
}

/** Texts are kept for reviewers no longer than the setting says; a piece at a time. */
export async function forgetTexts({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await sql`update word_hit set sealed_text = null where id in (
    select id from word_hit where sealed_text is not null
      and at < ${now()} - (select evidence_days from word_setting limit 1)::bigint * 86400000 limit 1000)`.execute(database.db);
}
