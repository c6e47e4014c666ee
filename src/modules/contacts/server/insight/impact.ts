import { sql, type RawBuilder } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { ImpactAnswer, RuleDraft } from '../../common/insight.contract.ts';
import type { Expected } from '../../common/role.contract.ts';
import { nameOfField } from '../field/extras.ts';
import { openedFields } from '../field/field.check.ts';
import type { Book, Person } from '../rule/book.ts';
import { compile, type Viewer } from '../rule/compile.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { readViewers } from '../rule/read-people.ts';
import { everybodySeen } from '../rule/visible.ts';
import { concerned, concernedBetween, viewersAmong, type Viewers } from './concerned.ts';
import { copiesThatShrink } from './copies.ts';
import { drafted } from './draft.ts';

const sampleSize = 20;

type Reading = Pick<Call, 'db' | 'services' | 'caller'>;
type Means = Pick<Call, 'db' | 'services'>;

/** Who would see more and less after changes that are not saved yet. */
export async function impactOf(call: Reading, drafts: readonly RuleDraft[]): Promise<ImpactAnswer> {
  const { db, services } = call;
  const book = await contactRulesOf(services).book();
  const after = await drafted(db, book, drafts);
  const fieldsOpened = drafts.some(({ kind }) => kind === 'field') ? openedFields(book.fields, after.fields) : [];
  const openedNames = fieldsOpened.map((key) => nameOfField(services.texts, call.caller.language, key));
  const { count: copies, estimate } = await copiesThatShrink({ db, services }, { book, after }, drafts);
  const nothing = { gain: none, lose: none, moreVisible: none, lessVisible: none, copies, fieldsOpened, openedNames, estimate };
  if (drafts.every(({ kind }) => kind === 'field' || kind === 'function')) return nothing;
  const all = drafts.map((draft) => concerned([book, after], draft));
  const viewers = await viewersAmong(db, all.includes(undefined) ? undefined : all.flatMap((some) => some ?? []));
  const { sums, share } = await compared({ db, services }, { book, after, viewers });
  return {
    ...sums.answer(await namesIn(call, sums.people()), share),
    copies,
    fieldsOpened,
    openedNames,
    estimate: estimate || viewers.of > viewers.looked.length,
  };
}

/** How many would see more and fewer people after all that changed between two books: of many viewers a part stands for all. */
export async function sightBetween(means: Means, book: Book, after: Book): Promise<{ gain: number; lose: number }> {
  const viewers = await viewersAmong(means.db, concernedBetween(book, after));
  const { sums, share } = await compared(means, { book, after, viewers });
  return sums.counts(share);
}

async function compared(
  means: Means,
  { book, after, viewers: { looked, of } }: { book: Book; after: Book; viewers: Viewers },
): Promise<{ sums: Sums; share: number }> {
  const people = await readViewers(means.db, looked, [...new Set([...book.crowds, ...after.crowds])]);
  const sums = new Sums();
  const known = new Map<string, Difference>();
  for (const person of people.values()) sums.add(person, await differenceOf(means, { person, book, after, known }));
  return { sums, share: looked.length === 0 ? 1 : of / looked.length };
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

async function differenceOf({ db, services }: Means, { person, book, after, known }: Pair): Promise<Difference> {
  const [old, wished] = [compile(book, person, services.now()), compile(after, person, services.now())];
  const [before, then] = [seenIn(book, old), seenIn(after, wished)];
  const { sql: text, parameters } = sql`${before} ${then}`.compile(db);
  const key = JSON.stringify([text, parameters]);
  const found = known.get(key) ?? { gained: await idsOf(db, except(then, before)), lost: await idsOf(db, except(before, then)) };
  known.set(key, found);
  return found;
}

/** SQL query of whom a viewer sees or finds; where the directory is off, nobody. */
const seenIn = ({ config }: Book, viewer: Viewer): RawBuilder<unknown> =>
  config.directoryOn ? everybodySeen(viewer) : sql`select null::uuid as id where false`;

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

  /** Viewers who gain and lose. */
  counts(share: number): { gain: number; lose: number } {
    return { gain: Math.round(this.#gain.length * share), lose: Math.round(this.#lose.length * share) };
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
