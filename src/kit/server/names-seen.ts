import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from './caller.ts';
import type { Db, Directory } from './directory.ts';
import { outsideWord } from './outside-word.ts';

/** A name that was written down with whose it is; null where it is nobody's who is known. */
export interface KeptName {
  readonly uid: string | null;
  readonly name: string;
}

/** Who reads names that were kept. */
export interface NameReader {
  readonly directory: Pick<Directory, 'employeeInRange'>;
  readonly range: Range;
  readonly language: Language;
}

/** Which of these people lie in a range; undefined where it holds everybody. */
export async function peopleSeen(
  db: Db,
  { directory, range }: Pick<NameReader, 'directory' | 'range'>,
  uids: readonly (string | null)[],
): Promise<ReadonlySet<string> | undefined> {
  if (range.all) return undefined;
  const asked = [...new Set(uids.filter((uid) => uid !== null))];
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`select p.id from unnest(${asked}::uuid[]) as p(id) where ${directory.employeeInRange(range, 'p.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Names of people that were kept beside their ids, as somebody reads them: a word for whom the range does not hold. In the order given. */
export async function namesSeen(db: Db, reader: NameReader, kept: readonly KeptName[]): Promise<string[]> {
  const seen = await peopleSeen(
    db,
    reader,
    kept.map(({ uid }) => uid),
  );
  const word = outsideWord(reader.language);
  return kept.map(({ uid, name }) => (!seen || (uid !== null && seen.has(uid)) ? name : word));
}
