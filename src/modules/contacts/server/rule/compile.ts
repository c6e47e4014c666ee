import type { RangeRow } from '../../common/role.contract.ts';
import { contactFunctions, type ContactFunction, type ExactField } from '../../common/words.ts';
import { isUnder, type Book, type BookRole, type BookSpecial, type BookWhite, type Members, type Person } from './book.ts';

/** What a set of rows names: subtrees and departments by path, crowds, people, the reporting line. */
export interface Coverage {
  readonly all: boolean;
  readonly under: readonly string[];
  readonly at: readonly string[];
  readonly crowds: readonly string[];
  readonly people: readonly string[];
  readonly line: boolean;
}

/** What a range gives and takes away; only the same role's rows take from it. */
export interface Span {
  readonly gives: Coverage;
  readonly takes: Coverage;
}

/** A role that decides for a viewer. */
export interface Part {
  readonly roleId: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly tree: Span;
  readonly search: Span;
  readonly exact: readonly ExactField[];
  readonly functions: readonly ContactFunction[];
}

/** Viewer: the result of the rules for one person. */
export interface Viewer {
  readonly person: Person;
  readonly book: Book;
  readonly now: number;
  readonly parts: readonly Part[];
  /** The entry of the white list that holds the viewer; one that includes the hidden before others. */
  readonly white: BookWhite | undefined;
  /** Special rules in force, in their order, each with whether the viewer is an exception, or protected by it too. */
  readonly specials: readonly { readonly rule: BookSpecial; readonly exception: boolean; readonly within: boolean }[];
  /** Every function that a role of the viewer gives. */
  readonly functions: ReadonlySet<ContactFunction>;
}

const holdsNow = (until: number | null | undefined, now: number): boolean => until === null || (until !== undefined && until > now);

/** The ways in which somebody is among these members now. */
export function waysAmong(
  book: Book,
  members: Members,
  person: Person,
  now: number,
): { kind: 'employee' | 'department' | 'crowd'; id: string }[] {
  const ways: { kind: 'employee' | 'department' | 'crowd'; id: string }[] = [];
  if (holdsNow(members.employees.get(person.id), now)) ways.push({ kind: 'employee', id: person.id });
  for (const [id, until] of members.departments) {
    const top = book.paths.get(id);
    if (top !== undefined && holdsNow(until, now) && person.placements.some(({ path }) => isUnder(path, top)))
      ways.push({ kind: 'department', id });
  }
  for (const [id, until] of members.crowds) if (person.crowds.has(id) && holdsNow(until, now)) ways.push({ kind: 'crowd', id });
  return ways;
}

/** Whether somebody is among these members now. */
export const isAmong = (book: Book, members: Members, person: Person, now: number): boolean =>
  waysAmong(book, members, person, now).length > 0;

/** The roles that decide for somebody: those held, or the built-in one where none is. */
export function rolesFor(book: Book, person: Person, now: number): BookRole[] {
  const held = book.roles.filter(
    (role) => !role.builtIn && (role.expiresAt === null || role.expiresAt > now) && isAmong(book, role.members, person, now),
  );
  return held.length > 0 ? held : book.roles.filter(({ builtIn }) => builtIn);
}

/** What the rules come to for somebody. */
export function compile(book: Book, person: Person, now: number): Viewer {
  const roles = rolesFor(book, person, now);
  const held = new Set(roles.map(({ id }) => id));
  const parts = roles.map((role): Part => {
    const { id, name, builtIn, exact, functions } = role;
    const tree = spanOf(book, role.auth, person);
    return {
      roleId: id,
      name,
      builtIn,
      tree,
      search: role.search === role.auth ? tree : spanOf(book, role.search, person),
      exact,
      functions,
    };
  });
  const inForce = book.specials.filter(({ endsAt }) => endsAt === null || endsAt > now);
  const whites = book.white.filter((entry) => entry.until > now && isWhite(book, entry, person));
  return {
    person,
    book,
    now,
    parts,
    white: whites.find(({ includeHidden }) => includeHidden) ?? whites[0],
    specials: inForce.map((rule) => ({
      rule,
      exception: isAmong(book, rule.exceptions, person, now) || rule.exceptionRoleIds.some((id) => held.has(id)),
      within: isAmong(book, rule.belongs, person, now),
    })),
    functions: new Set(contactFunctions.filter((one) => parts.some(({ functions }) => functions.includes(one)))),
  };
}

function isWhite(book: Book, { kind, memberId }: BookWhite, person: Person): boolean {
  if (kind === 'employee') return memberId === person.id;
  if (kind === 'crowd') return person.crowds.has(memberId);
  const top = book.paths.get(memberId);
  return top !== undefined && person.placements.some(({ path }) => isUnder(path, top));
}

function spanOf(book: Book, rows: readonly RangeRow[], person: Person): Span {
  return {
    gives: coverageOf(
      book,
      rows.filter(({ exclude }) => !exclude),
      person,
    ),
    takes: coverageOf(
      book,
      rows.filter(({ exclude }) => exclude),
      person,
    ),
  };
}

/** What rows name for this viewer. What no longer exists names nobody. */
function coverageOf(book: Book, rows: readonly RangeRow[], person: Person): Coverage {
  const under: string[] = [];
  const at: string[] = [];
  const crowds: string[] = [];
  const people: string[] = [];
  const own = person.placements.map(({ path }) => path);
  for (const { kind, ids, withBelow } of rows) {
    if (kind === 'self') people.push(person.id);
    else if (kind === 'employees') people.push(...ids);
    else if (kind === 'crowds') crowds.push(...ids);
    else if (kind === 'ownDept') at.push(...own);
    else if (kind === 'ownDeptBelow') under.push(...own);
    else if (kind === 'ownCompany') under.push(...person.placements.flatMap(({ company }) => company ?? []));
    else if (kind === 'depts') (withBelow ? under : at).push(...ids.flatMap((id) => book.paths.get(id) ?? []));
  }
  return {
    all: rows.some(({ kind }) => kind === 'all'),
    under: tops(under),
    at: [...new Set(at)].filter((path) => !under.some((top) => isUnder(path, top))),
    crowds: [...new Set(crowds)],
    people: [...new Set(people)],
    line: rows.some(({ kind }) => kind === 'reportingLine'),
  };
}

/** Subtrees without those inside another. */
function tops(paths: readonly string[]): string[] {
  const sorted = [...new Set(paths)].toSorted((one, other) => one.length - other.length);
  const found: string[] = [];
  for (const path of sorted) if (!found.some((top) => isUnder(path, top))) found.push(path);
  return found;
}

/** Whether a coverage names nobody. */
export const isNobody = ({ all, under, at, crowds, people, line }: Coverage): boolean =>
  !all && !line && under.length + at.length + crowds.length + people.length === 0;
