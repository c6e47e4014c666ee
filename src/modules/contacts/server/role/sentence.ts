import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Texts } from '#kit/server/texts.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import type { Range } from '#kit/server/caller.ts';
import { pathInRange } from '#kit/server/caller.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { contactRanges, RangeRow } from '../../common/role.contract.ts';
import { namesOfParties } from '../parties.ts';
import { directory } from '../directory.ts';
import { sql } from 'kysely';

type RowView = Reply<typeof contactRanges>['rows'][number];
const partyKinds = { depts: 'department', crowds: 'crowd', employees: 'employee' } as const;
const kindOf = (kind: RangeRow['kind']) => (kind in partyKinds ? partyKinds[kind as keyof typeof partyKinds] : undefined);
/** So many names stand in a sentence. */
const mostNames = 5;

interface Reader {
  db: Db;
  range: Range;
  language: Language;
  texts: Texts;
}

/** Rows with the names of what they name. What lies outside of the reader's range has no name; what is gone is broken. */
export async function rowViews({ db, range, language }: Reader, rows: readonly RangeRow[]): Promise<RowView[]> {
  const parties = rows.flatMap(({ kind, ids }) => {
    const party = kindOf(kind);
    return party ? ids.map((id) => ({ kind: party, id })) : [];
  });
  const names = await namesOfParties(db, parties, language, range);
  const seen = await namedInRange(db, range, parties);
  return rows.map(({ kind, ids, withBelow, exclude }) => ({
    kind,
    withBelow,
    exclude,
    objects: ids.map((id) => {
      const key = `${kindOf(kind)}:${id}`;
      const named = names.get(key);
      return { id, ...(named && seen.has(key) ? named : { name: '', fullName: '' }), broken: named === undefined };
    }),
  }));
}

type Party = { kind: 'employee' | 'department' | 'crowd'; id: string };

async function namedInRange(db: Db, range: Range, parties: readonly Party[]): Promise<Set<string>> {
  const keys = new Set<string>();
  const people = parties.filter(({ kind }) => kind === 'employee').map(({ id }) => id);
  const paths = await departmentPaths(
    db,
    parties.filter(({ kind }) => kind === 'department').map(({ id }) => id),
  );
  const inside = await sql<{
    id: string;
  }>`select id from unnest(${people}::uuid[]) as m(id) where ${directory.employeeInRange(range, 'm.id')}`.execute(db);
  for (const { id } of inside.rows) keys.add(`employee:${id}`);
  for (const [id, path] of paths) if (pathInRange(range, path)) keys.add(`department:${id}`);
  for (const { kind, id } of parties) if (kind === 'crowd') keys.add(`crowd:${id}`);
  return keys;
}

/** A range in plain words. */
export async function sentenceOf(reader: Reader, rows: readonly RangeRow[]): Promise<string> {
  const { texts, language } = reader;
  const word = (key: string, params: Record<string, unknown> = {}): string => texts.text(language, 'contacts', key, params);
  const views = await rowViews(reader, rows);
  const spoken = ({ kind, objects, withBelow }: RowView): string => {
    const known = objects.filter(({ broken }) => !broken).map(({ name }) => name || word('range.hidden'));
    const shown = known.slice(0, mostNames).join(word('range.and'));
    const names = known.length > mostNames ? word('range.more', { names: shown, count: known.length }) : shown;
    if (known.length === 0 && objects.length > 0) return word('range.broken');
    return word(kind === 'depts' && !withBelow ? 'range.row.deptsOnly' : `range.row.${kind}`, { names });
  };
  const giving = views.filter(({ exclude }) => !exclude).map(spoken);
  const taking = views.filter(({ exclude }) => exclude).map(spoken);
  if (giving.length === 0) return word('range.nobody');
  const given = giving.join(word('range.and'));
  return taking.length === 0 ? given : word('range.except', { given, taken: taking.join(word('range.and')) });
}
