import { sql, type RawBuilder } from 'kysely';
import { reached } from '#kit/server/access/reach.ts';
import type { Db } from '#kit/server/directory.ts';
import type { RuleDraft } from '../../common/insight.contract.ts';
import type { Book, Members } from '../rule/book.ts';

/** So many viewers are looked at one by one; of more, a part stands for all. */
const mostViewers = 200;

/** The rules as they are, and with changes that are not saved yet. */
export interface Books {
  book: Book;
  after: Book;
}

/** A part of the people for whom changes may say something else, and how many they are. */
export interface Viewers {
  looked: string[];
  of: number;
}

/** Returns people whose own view a change may alter; undefined where it may be anybody's. */
export function concerned(books: readonly Book[], draft: RuleDraft): Members[] | undefined {
  switch (draft.kind) {
    case 'field':
    case 'function':
      return [];
    case 'range':
      return holdersOf(books, draft.roleId);
    case 'role':
      // Who is given a role, or loses it; where it is switched all who hold it.
      return draft.state ? holdersOf(books, draft.roleId) : [membersIn([...(draft.membersAdd ?? []), ...(draft.membersRemove ?? [])])];
    case 'special': {
      const { change, state, belongsAdd = [], belongsRemove = [], membersAdd = [], membersRemove = [] } = draft;
      // Only who becomes an exception, or is none any more.
      return change || state || belongsAdd.length + belongsRemove.length > 0 ? undefined : [membersIn([...membersAdd, ...membersRemove])];
    }
    case 'whitelist':
      return [membersIn([...(draft.add ? [draft.add] : []), ...removedFrom(books, draft.removeId)])];
    case 'config':
      return undefined;
  }
}

/** Returns the people affected by several changes together. */
export const together = (all: readonly (Members[] | undefined)[]): Members[] | undefined =>
  all.includes(undefined) ? undefined : all.flatMap((some) => some ?? []);

/** Returns the holders of a role in any of these books. */
export const holdersOf = (books: readonly Book[], roleId: string): Members[] =>
  books.flatMap((book) => book.roles.find(({ id }) => id === roleId)?.members ?? []);

const removedFrom = (books: readonly Book[], id: string | undefined) =>
  books.flatMap(({ white }) => white.flatMap((one) => (one.id === id ? [{ kind: one.kind, id: one.memberId }] : [])));

/** Named people, departments and crowds as members without end. */
function membersIn(parties: readonly { kind: 'employee' | 'department' | 'crowd'; id: string }[]): Members {
  const of = (kind: string) => new Map(parties.flatMap((one) => (one.kind === kind ? [[one.id, null] as const] : [])));
  return { employees: of('employee'), departments: of('department'), crowds: of('crowd') };
}

/** Returns people whose own view may differ between two books; undefined where it may be anybody's. */
export function concernedBetween(book: Book, after: Book): Members[] | undefined {
  const wordOf = (value: unknown): string =>
    JSON.stringify(value, (_key, one: unknown) =>
      one instanceof Map ? [...one].map(([id, until]) => `${String(id)} ${String(until)}`).toSorted() : one,
    );
  const others = ({ specials, white, config }: Book): string => wordOf([specials, white, config]);
  if (others(book) !== others(after)) return undefined;
  const [old, now] = [book, after].map(({ roles }) => new Map(roles.map((role) => [role.id, role])));
  return [...new Set([...old!.keys(), ...now!.keys()])].flatMap((id) =>
    wordOf(old!.get(id)) === wordOf(now!.get(id)) ? [] : holdersOf([book, after], id),
  );
}

/** People for whom the changes may say something else, and how many they are; of many a part that is spread evenly over them; undefined: everybody. A condition on a person `e` may leave some out. */
export async function viewersAmong(db: Db, held: readonly Members[] | undefined, only: RawBuilder<boolean> = sql`true`): Promise<Viewers> {
  if (held?.length === 0) return { looked: [], of: 0 };
  const query = held
    ? sql`select id from (${sql.join(
        held.map((members) => sql`(${reached(listOf(members))})`),
        sql` union `,
      )}) as held`
    : sql`select id from employee where status = 'active'`;
  const { rows } = await sql<{ id: string; of: number }>`select id, whole as of from (
      select e.id, row_number() over (order by e.id) - 1 as at, count(*) over () as whole from employee e
      where e.status = 'active' and e.id in (${query}) and ${only}) as viewer
    where whole <= ${mostViewers} or at * ${mostViewers} % whole < ${mostViewers} order by at`.execute(db);
  return { looked: rows.map(({ id }) => id), of: rows[0]?.of ?? 0 };
}

const listOf = ({ employees, departments, crowds }: Members) => [
  ...[...employees].map(([id, until]) => ({ kind: 'employee' as const, id, until })),
  ...[...departments].map(([id, until]) => ({ kind: 'department' as const, id, until })),
  ...[...crowds].map(([id, until]) => ({ kind: 'crowd' as const, id, until })),
];

/** A part of a list that is spread evenly over it. */
export function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);
}
