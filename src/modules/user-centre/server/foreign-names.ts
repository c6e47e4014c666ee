import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { departmentInRange, employeeInRange } from './range.ts';

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}
interface NamedDepartment {
  readonly departmentId: string;
  readonly name: string;
}

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
  const departments = new Set(rows.flatMap((row) => places.flatMap((name) => row[name] ?? []).map(({ departmentId }) => departmentId)));
  if (people.size + departments.size === 0) return [...rows];
  const { rows: found } = await sql<{
    id: string;
  }>`select p.id from unnest(${[...people]}::uuid[]) as p(id) where ${employeeInRange(range, 'p.id')}
    union all select d.id from unnest(${[...departments]}::uuid[]) as d(id) where ${departmentInRange(range, 'd.id')}`.execute(db);
  const seen = new Set(found.map(({ id }) => id));
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
