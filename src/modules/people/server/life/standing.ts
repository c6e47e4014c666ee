import { sql } from 'kysely';
import { readGrants } from '#kit/server/access/read-grants.ts';
import { rolesHeld } from '#kit/server/access/placement/placement.ts';
import { mergeRanges, type Grants } from '#kit/server/caller.ts';
import type { Db, Services } from '#kit/server/services.ts';

/** What somebody may do, and in which crowds they are meant to be. */
export interface Standing {
  grants: Grants;
  crowds: ReadonlySet<string>;
}

/** Reads the crowds in which somebody is meant to be. */
type MeantCrowds = (db: Db, uid: string, now: number) => Promise<ReadonlySet<string>>;

let meant: MeantCrowds | undefined;

/** Registers, at the start, how the dynamic groups of a person are read; without it nobody is in any. */
export function meantCrowdsBy(read: MeantCrowds): void {
  meant = read;
}

/** How somebody stands with the rows as they are in this transaction; crowds by their rules, because their members follow only afterwards. */
export async function standingOf(db: Db, { directory, now }: Pick<Services, 'directory' | 'now'>, uid: string): Promise<Standing> {
  const { grants } = await readGrants(db, directory, uid, now());
  return { grants, crowds: (await meant?.(db, uid, now())) ?? new Set() };
}

/** Codes that somebody may use now and could not before, in more than before, or no longer. */
export function codesBetween(before: Grants, after: Grants): { gained: string[]; lost: string[]; elsewhere: string[] } {
  const [old, next] = [before.codes, after.codes];
  const textOf = (grants: Grants, code: string): string => JSON.stringify(mergeRanges([grants.codes.get(code)!]));
  return {
    gained: [...next.keys()].filter((code) => !old.has(code)),
    lost: [...old.keys()].filter((code) => !next.has(code)),
    elsewhere: [...next.keys()].filter((code) => old.has(code) && textOf(before, code) !== textOf(after, code)),
  };
}

/** Everything that a change gives, one line each: what was shown to somebody can be compared with what it would be on its day. */
export function gainsOf(before: Standing, after: Standing): string[] {
  const gains = after.grants.superAdmin && !before.grants.superAdmin ? ['super'] : [];
  for (const [code, range] of after.grants.codes) {
    const old = before.grants.codes.get(code);
    const wider = old === undefined || JSON.stringify(mergeRanges([old, range])) !== JSON.stringify(mergeRanges([old]));
    if (wider) gains.push(`${code} ${JSON.stringify(mergeRanges([range]))}`);
  }
  for (const id of after.crowds) if (!before.crowds.has(id)) gains.push(`crowd ${id}`);
  return gains.toSorted();
}

/** Names of crowds with the roles that they give to who is in them. */
export async function namedCrowds(
  db: Db,
  { directory }: Pick<Services, 'directory'>,
  ids: readonly string[],
  language: Parameters<Services['directory']['crowds']>[2],
): Promise<{ id: string; name: string; roles: string[] }[]> {
  const names = await directory.crowds(db, ids, language);
  const found = [];
  for (const [id, name] of names) {
    const roles = await rolesHeld(db, directory, sql<boolean>`kind = 'crowd' and object_id = ${id}::uuid`);
    found.push({ id, name, roles: roles.filter(({ active }) => active).map((role) => role.name) });
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}
