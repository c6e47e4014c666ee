import { sql } from 'kysely';
import type { Db, Directory } from '#kit/server/directory.ts';
import type { LimitBook, Person } from './limit-book.ts';

const atOnce = 1_000;

const crowdsOf = new WeakMap<LimitBook, readonly string[]>();

/** Every crowd that a limit names; gathered once a book, for it is asked at every check. */
export function crowdsIn(book: LimitBook): readonly string[] {
  const known = crowdsOf.get(book);
  if (known) return known;
  const named = [...book.files.map(({ crowds }) => crowds.keys()), ...book.members.flatMap(({ from, to }) => [from.crowds, to.crowds])];
  const crowds = [...new Set(named.flatMap((ids) => [...ids]))];
  crowdsOf.set(book, crowds);
  return crowds;
}

/** Who these people are to the limits: their departments with all above, and which of these crowds they are in. */
export async function readPeople(
  db: Db,
  directory: Directory,
  { ids, crowds }: { ids: readonly string[]; crowds: readonly string[] },
): Promise<Map<string, Person>> {
  const people = new Map(ids.map((id) => [id, { id, departments: new Set<string>(), crowds: new Set<string>() }]));
  const wanted = [...people.keys()];
  for (let start = 0; start < wanted.length; start += atOnce) {
    const { rows } = await directory.departmentsAboveAll(wanted.slice(start, start + atOnce)).execute(db);
    for (const { person, id } of rows) people.get(person)?.departments.add(id);
  }
  for (const crowd of wanted.length > 0 ? crowds : []) {
    const { rows } = await sql<{ id: string }>`select inside.id from (${directory.employeesOfCrowds([crowd])}) as inside
      where inside.id = any(${wanted}::uuid[])`.execute(db);
    for (const { id } of rows) people.get(id)?.crowds.add(crowd);
  }
  return people;
}
