import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import { sensitiveWord, wordCategory, wordException } from '../common/word.contract.ts';
import { normalise, plainText } from './words/normalise.ts';

const dayMillis = 86_400_000;
/** Words are the same whatever the setting of the day says: by the widest comparison. */
const widest = { foldAccents: true, digitsAsLetters: false, foldTraditional: true };

/** Words of the draft; what is written follows at the next publication. */
export const sensitiveWords = crudServer(sensitiveWord, {
  table: 'sensitive_word',
  directory,
  tidy: (entered) => ({ ...entered, ...(entered.text !== undefined && { plain: plainText(normalise(entered.text, widest)) }) }),
  check: checkWords,
  rows: async ({ db }, words) => {
    const counts = await hitCounts(
      db,
      words.map(({ id }) => id),
    );
    return words.map(({ id }) => counts.get(id) ?? { hits: 0, falsePercent: null });
  },
});

type WordOperation = Operation<StoredOf<typeof sensitiveWord.fields>>;

/** A word must have something to compare, no other word may be the same, and one character alone must be meant where it is looked for anywhere. */
async function checkWords(tx: Tx, _caller: unknown, operations: readonly WordOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const index of await oneCharacterIn(tx, operations))
    issues.set(index, [{ path: 'text', namespace: 'sensitive-words', key: 'issue.single' }]);
  const wanted = operations.flatMap(({ id, after }, index) => (after?.plain === undefined ? [] : [{ index, id, plain: after.plain }]));
  if (wanted.length === 0) return issues;
  const there = await tx
    .selectFrom('sensitive_word')
    .select(['id', 'word', 'plain'])
    .where('plain', 'in', [...new Set(wanted.map(({ plain }) => plain))])
    .execute();
  const first = new Map<string, number>();
  for (const { index, id, plain } of wanted) {
    const other = there.find((one) => one.plain === plain && one.id !== id);
    const earlier = first.get(plain);
    if (plain === '') issues.set(index, [{ path: 'text', namespace: 'sensitive-words', key: 'issue.nothing' }]);
    else if (other) issues.set(index, [{ path: 'text', namespace: 'sensitive-words', key: 'issue.same', params: { word: other.word } }]);
    else if (earlier !== undefined)
      issues.set(index, [
        { path: 'text', namespace: 'sensitive-words', key: 'issue.same', params: { word: operations[earlier]!.after?.text ?? '' } },
      ]);
    else first.set(plain, index);
  }
  return issues;
}

/** Which operations leave a word of one character that is looked for anywhere, though nobody said that it is meant: it would be found in very many texts. */
async function oneCharacterIn(tx: Tx, operations: readonly WordOperation[]): Promise<number[]> {
  const asked = operations.flatMap(({ id, after }, index) =>
    after?.plain !== undefined || after?.match !== undefined || after?.single !== undefined ? [{ index, id, after }] : [],
  );
  if (asked.length === 0) return [];
  // An operation holds what it changes alone.
  const stored = await tx
    .selectFrom('sensitive_word')
    .select(['id', 'plain', 'match_kind as match', 'single'])
    .where(
      'id',
      'in',
      asked.map(({ id }) => id),
    )
    .execute();
  const known = new Map(stored.map((row) => [row.id, row]));
  return asked.flatMap(({ index, id, after }) => {
    const { plain = '', match, single } = { ...known.get(id), ...after };
    return match === 'contains' && !single && [...plain].length === 1 ? [index] : [];
  });
}

/** Hits of words within seven days, and how many of the reviewed ones were false. */
async function hitCounts(db: Db, ids: readonly string[]): Promise<Map<string, { hits: number; falsePercent: number | null }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ word_id: string; hits: number; reviewed: number; wrong: number }>`
    select word_id, count(*) filter (where at >= ${clock.now() - 7 * dayMillis})::int as hits,
      count(*) filter (where decision in ('confirmed', 'falseHit'))::int as reviewed,
      count(*) filter (where decision = 'falseHit')::int as wrong
    from word_hit where word_id = any(${ids}::uuid[]) group by word_id`.execute(db);
  return new Map(
    rows.map(({ word_id: id, hits, reviewed, wrong }) => [
      id,
      { hits, falsePercent: reviewed === 0 ? null : Math.round((wrong * 100) / reviewed) },
    ]),
  );
}

/** Categories of words. */
export const wordCategories = crudServer(wordCategory, {
  table: 'word_category',
  directory,
  usedBy: async (tx, ids) => {
    const rows = await tx
      .selectFrom('sensitive_word')
      .select(['id', 'word', 'category_id'])
      .where('category_id', 'in', [...ids])
      .execute();
    const uses = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { id, word, category_id: category } of rows)
      if (category) uses.set(category, [...(uses.get(category) ?? []), { kind: 'sensitiveWord', id, name: word }]);
    return uses;
  },
});

/** Harmless texts. */
export const wordExceptions = crudServer(wordException, { table: 'word_exception' });
