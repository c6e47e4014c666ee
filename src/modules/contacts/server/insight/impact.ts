import { sql, type RawBuilder } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { reached } from '#kit/server/access/reach.ts';
import type { ImpactAnswer, RuleDraft } from '../../common/insight.contract.ts';
import type { Expected } from '../../common/role.contract.ts';
import { nameOfField } from '../field/extras.ts';
import { openedFields } from '../field/field.check.ts';
import type { Book, Members, Person } from '../rule/book.ts';
import { compile } from '../rule/compile.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { readViewers } from '../rule/read-people.ts';
import { everybodySeen } from '../rule/visible.ts';
import { drafted } from './draft.ts';

/** So many viewers are looked at one by one; of more, a part stands for all. */
const mostViewers = 200;
const sampleSize = 20;

type Reading = Pick<Call, 'db' | 'services' | 'caller'>;

/** Who would see more and less after changes that are not saved yet. */
export async function impactOf(call: Reading, drafts: readonly RuleDraft[]): Promise<ImpactAnswer> {
  const { db, services } = call;
  const book = await contactRulesOf(services).book();
  const after = await drafted(db, book, drafts);
  const fieldsOpened = drafts.some(({ kind }) => kind === 'field') ? openedFields(book.fields, after.fields) : [];
  const openedNames = fieldsOpened.map((key) => nameOfField(services.texts, call.caller.language, key));
  const nothing = { gain: none, lose: none, moreVisible: none, lessVisible: none, fieldsOpened, openedNames, estimate: false };
  if (drafts.every(({ kind }) => kind === 'field' || kind === 'function')) return nothing;
  const { looked, of } = await viewersOf(call, [book, after], drafts);
  const people = await readViewers(db, looked, after.crowds);
  const sums = new Sums();
  const known = new Map<string, Difference>();
  for (const person of people.values()) sums.add(person, await differenceOf(call, { person, book, after, known }));
  const share = looked.length === 0 ? 1 : of / looked.length;
  return { ...sums.answer(await namesIn(call, sums.people()), share), fieldsOpened, openedNames, estimate: of > looked.length };
}

/** Refuses with 20050 where the numbers are not those that somebody agreed to. */
export async function assertExpected(call: Reading, drafts: readonly RuleDraft[], expect: Expected): Promise<void> {
  const { gain, lose } = await impactOf(call, drafts);
  if (gain.count !== expect.gain || lose.count !== expect.lose)
    throw new Refusal(20050, { gain: gain.count, lose: lose.count }, { gain: gain.count, lose: lose.count });
}

const none = { count: 0, sample: [] };

interface Difference {
  gained: string[];
  lost: string[];
}

interface Pair {
  person: Person;
  book: Book;
  after: Book;
  /** What was worked out for others to whom the rules come to the same. */
  known: Map<string, Difference>;
}

async function differenceOf({ db, services }: Reading, { person, book, after, known }: Pair): Promise<Difference> {
  const [old, wished] = [compile(book, person, services.now()), compile(after, person, services.now())];
  const [before, then] = [everybodySeen(old), everybodySeen(wished)];
  const { sql: text, parameters } = sql`${before} ${then}`.compile(db);
  const key = JSON.stringify([text, parameters]);
  const found = known.get(key) ?? { gained: await idsOf(db, except(then, before)), lost: await idsOf(db, except(before, then)) };
  known.set(key, found);
  return found;
}

const except = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`(${one}) except (${other})`;

async function idsOf(db: Reading['db'], query: RawBuilder<{ id: string }>): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** What the differences of single viewers come to. */
class Sums {
  readonly #gain: string[] = [];
  readonly #lose: string[] = [];
  readonly #more = new Set<string>();
  readonly #less = new Set<string>();

  add({ id }: Person, { gained, lost }: Difference): void {
    if (gained.length > 0) this.#gain.push(id);
    if (lost.length > 0) this.#lose.push(id);
    for (const one of gained) this.#more.add(one);
    for (const one of lost) this.#less.add(one);
  }

  /** People whose names are shown. */
  people(): string[] {
    return [this.#gain, this.#lose, [...this.#more], [...this.#less]].flatMap((ids) => ids.slice(0, sampleSize));
  }

  answer(names: ReadonlyMap<string, string>, share: number): Pick<ImpactAnswer, 'gain' | 'lose' | 'moreVisible' | 'lessVisible'> {
    const some = (ids: readonly string[], scale: number): ImpactAnswer['gain'] => ({
      count: Math.round(ids.length * scale),
      sample: ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])).slice(0, sampleSize),
    });
    return {
      gain: some(this.#gain, share),
      lose: some(this.#lose, share),
      moreVisible: some([...this.#more], 1),
      lessVisible: some([...this.#less], 1),
    };
  }
}

/** Names of those in the caller's range. */
async function namesIn({ db, caller, services }: Reading, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select e.id, e.name from employee e where e.id = any(${[...new Set(ids)]}::uuid[])
    and ${services.directory.employeeInRange(caller.scope(), 'e.id')}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** People for whom the changes may say something else, and how many they are; of many a part that is spread evenly over them. */
async function viewersOf({ db }: Reading, books: readonly Book[], drafts: readonly RuleDraft[]): Promise<{ looked: string[]; of: number }> {
  const roles = drafts.flatMap((draft) =>
    draft.kind === 'range' || draft.kind === 'role' ? books.map((book) => book.roles.find(({ id }) => id === draft.roleId)) : [],
  );
  const isOfRoles = drafts.every(({ kind }) => kind === 'range' || kind === 'role' || kind === 'field' || kind === 'function');
  const held = roles.flatMap((role) => (role ? [role.members] : []));
  const query = isOfRoles
    ? sql`select id from (${
        held.length > 0
          ? sql.join(
              held.map((members) => sql`(${reached(listOf(members))})`),
              sql` union `,
            )
          : sql`select null::uuid as id where false`
      }) as held`
    : sql`select id from employee where status = 'active'`;
  const { rows } = await sql<{ id: string; of: number }>`select id, whole as of from (
      select e.id, row_number() over (order by e.id) - 1 as at, count(*) over () as whole from employee e
      where e.status = 'active' and e.id in (${query})) as viewer
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
