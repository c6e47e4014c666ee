import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { pathWithin } from './range.ts';

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}
interface NamedDepartment {
  readonly departmentId: string;
  readonly name: string;
  /** Where it lies, for whoever asked the database for it: whether it is in the range is then known without asking. */
  readonly path?: string;
}

type Limited = Exclude<Range, { all: true }>;

/** Where rows of people and departments name others. */
interface Naming {
  readonly manager?: NamedPerson | null;
  readonly effectiveManager?: NamedPerson | null;
  readonly owner?: NamedPerson | null;
  readonly dottedManagers?: readonly NamedPerson[];
  readonly managers?: readonly NamedPerson[];
  readonly deputies?: readonly NamedPerson[];
  readonly departments?: readonly NamedDepartment[];
  readonly pastDepartments?: readonly NamedDepartment[];
}

const single = ['manager', 'effectiveManager', 'owner'] as const;
const several = ['dottedManagers', 'managers', 'deputies'] as const;
const places = ['departments', 'pastDepartments'] as const;

/** Rows whose names of people and departments outside the range are replaced by a word: who may see somebody need not see whom they report to, nor where else they are. */
export async function withoutForeignNames<T extends Naming>(
  db: Db,
  { range, language }: { range: Range; language: Language },
  rows: readonly T[],
): Promise<T[]> {
  if (range.all) return [...rows];
  const people = new Set(
    rows.flatMap((row) =>
      [...single.flatMap((name) => row[name] ?? []), ...several.flatMap((name) => row[name] ?? [])].map(({ id }) => id),
    ),
  );
  const named = rows.flatMap((row) => places.flatMap((name) => row[name] ?? []));
  const near = named.flatMap(({ departmentId, path }) => (path !== undefined && pathInRange(range, path) ? [departmentId] : []));
  const departments = new Set(named.flatMap(({ departmentId, path }) => (path === undefined ? [departmentId] : [])));
  const asked = people.size + departments.size === 0 ? [] : await seenOf(db, range, { people: [...people], departments: [...departments] });
  const seen = new Set([...near, ...asked]);
  const word = outsideWord(language);
  const person = <P extends NamedPerson>(one: P): P => (seen.has(one.id) ? one : { ...one, name: word });
  const place = <P extends NamedDepartment>(one: P): P =>
    seen.has(one.departmentId) ? one : { ...one, name: word, ...('fullName' in one && { fullName: word }) };
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(single.flatMap((name) => (row[name] ? [[name, person(row[name])]] : []))),
    ...Object.fromEntries(several.flatMap((name) => (row[name] ? [[name, row[name].map(person)]] : []))),
    ...Object.fromEntries(places.flatMap((name) => (row[name] ? [[name, row[name].map(place)]] : []))),
  }));
}

/** Which of these lie in the range: lists of people ask this, so it is looked up by key and read by the database once a connection. */
async function seenOf(
  db: Db,
  range: Limited,
  { people, departments }: { people: readonly string[]; departments: readonly string[] },
): Promise<string[]> {
  const within = pathWithin('d.path', range);
  const here = sql`select d.id from unnest((select ${departments}::uuid[])) as k(id) join department d on d.id = k.id where ${within}`;
  // One by one, not by everybody whom the range holds.
  const known = sql`select k.id from unnest((select ${people}::uuid[])) as k(id) where exists (
    select from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = k.id and ${within})`;
  const { rows } = await sql<{
    id: string;
  }>`${sql.raw(preparedMark)} ${people.length === 0 ? here : sql`${here} union all ${known}`}`.execute(db);
  return [...rows.map(({ id }) => id), ...(range.self ? [range.uid] : [])];
}
