import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import { ruleSetContent, type RuleSetContent } from '../rule/content.ts';

/** A published version. */
export interface PublishedSet {
  readonly number: number;
  readonly content: RuleSetContent;
  readonly hash: string;
  readonly note: string;
  readonly at: number;
  readonly by: string | null;
}

interface Row {
  number: number;
  content: unknown;
  hash: string;
  note: string;
  at: number;
  by: string | null;
}

/** The version in force, or the one of a number (10404). */
export async function publishedSet(db: Db, number?: number): Promise<PublishedSet> {
  const { rows } = await sql<Row>`select number, content, hash, note, created_at as at, created_by as by from file_rule_set
    ${number === undefined ? sql`` : sql`where number = ${number}`} order by number desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return { ...row, content: ruleSetContent.parse(row.content) };
}

/** A text that differs with every change of a content. */
export const hashOf = (content: RuleSetContent): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex')
    .slice(0, 32);

/** The same value with its names in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

/** A difference between two contents. */
export interface Difference {
  readonly kind: 'fileRule' | 'sendUser' | 'outerNet';
  readonly id: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** Whether two values are alike, whatever the order of their names. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** What a content has that another one has not, row by row. */
export function differences(before: RuleSetContent, after: RuleSetContent): Difference[] {
  const rowsOf = (
    kind: 'fileRule' | 'sendUser',
    old: readonly { id: string; name: string }[],
    now: readonly { id: string; name: string }[],
  ): Difference[] => {
    const [known, current] = [new Map(old.map((row) => [row.id, row])), new Map(now.map((row) => [row.id, row]))];
    const added = now.filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ kind, id, name, change: 'added' as const }));
    const changed = now
      .filter((row) => known.has(row.id) && !same(known.get(row.id), row))
      .map(({ id, name }) => ({ kind, id, name, change: 'changed' as const }));
    const removed = old.filter(({ id }) => !current.has(id)).map(({ id, name }) => ({ kind, id, name, change: 'removed' as const }));
    return [...added, ...changed, ...removed];
  };
  const outer = same(before.outer, after.outer)
    ? []
    : [{ kind: 'outerNet' as const, id: 'outerNet', name: '', change: 'changed' as const }];
  return [...rowsOf('fileRule', before.rules, after.rules), ...rowsOf('sendUser', before.sends, after.sends), ...outer];
}
