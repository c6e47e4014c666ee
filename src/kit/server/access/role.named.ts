import type { Language } from '#kit/common/language.ts';
import type { Range } from '../caller.ts';
import type { Db } from '../directory.ts';
import { outsideWord } from '../outside-word.ts';
import { seenAmong } from './role.owner.ts';

/** A role where it is named among other things. */
interface NamedRole {
  readonly id: string;
  readonly name: string;
}

/** Returns the name of a role as a reader sees it. */
export type RoleNamer = <R extends NamedRole>(role: R) => R;

/**
 * How roles are named to somebody with this range, where what lies in range tells of roles (why somebody may do something, what they hold, what
 * names an object): one that belongs to a department outside is a word without its id. Of these ids; `known` are named whoever asks.
 */
export async function roleNamer(
  db: Db,
  { range, language, known = [] }: { range: Range; language: Language; known?: readonly string[] },
  ids: readonly string[],
): Promise<RoleNamer> {
  if (range.all) return (role) => role;
  const seen = new Set([...known, ...(await seenAmong(db, range, [...new Set(ids)]))]);
  return seenNamer(seen, language);
}

/** Names those that are seen, and says a word without an id for the others. */
export const seenNamer =
  (seen: ReadonlySet<string>, language: Language): RoleNamer =>
  (role) =>
    seen.has(role.id) ? role : { ...role, id: '', name: outsideWord(language) };
