import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { ImpactAnswer, RuleDraft } from '../../common/insight.contract.ts';
import type { Expected } from '../../common/role.contract.ts';
import { nameOfField } from '../field/extras.ts';
import { openedFields } from '../field/field.check.ts';
import type { Book, Person } from '../rule/book.ts';
import { compile, type Viewer } from '../rule/compile.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { readViewers } from '../rule/read-people.ts';
import { everybodySeen } from '../rule/visible.ts';
import { concerned, concernedBetween, together, viewersAmong, type Books, type Viewers } from './concerned.ts';
import { copiesThatShrink } from './copies.ts';
import { drafted } from './draft.ts';
import { once } from './once.ts';

const sampleSize = 20;

type Reading = Pick<Call, 'db' | 'services' | 'caller'>;
interface Means {
  readonly db: Db;
  readonly services: CoreServices;
}

/** Who would see more and less after changes that are not saved yet. */
export async function impactOf(call: Reading, drafts: readonly RuleDraft[]): Promise<ImpactAnswer> {
  const { db, services } = call;
  const book = await contactRulesOf(services).book();
  const after = await drafted(db, book, drafts);
  const fieldsOpened = drafts.some(({ kind }) => kind === 'field') ? openedFields(book.fields, after.fields) : [];
  const openedNames = fieldsOpened.map((key) => nameOfField(services.texts, call.caller.language, key));
  const { sums, share, isPart } = await visibilityAfter(call, { book, after }, drafts);
  const copies = await copiesThatShrink(call, { book, after }, drafts);
  return {
    ...sums.answer(await namesIn(call, sums.people()), share),
    copies: copies.count,
    fieldsOpened,
    openedNames,
    estimate: copies.isPart || isPart,
  };
}

/** What those see otherwise whose own view the changes may alter. */
async function visibilityAfter(means: Means, { book, after }: Books, drafts: readonly RuleDraft[]): Promise<Seen & { isPart: boolean }> {
  const viewers = await viewersAmong(means.db, together(drafts.map((draft) => concerned([book, after], draft))));
  return { ...(await compared(means, { book, after, viewers })), isPart: viewers.of > viewers.looked.length };
}

/** How many would see more and fewer people after all that changed between two books: of many viewers a part stands for all. */
export async function visibilityBetween(means: Means, book: Book, after: Book): Promise<{ gain: number; lose: number }> {
  const viewers = await viewersAmong(means.db, concernedBetween(book, after));
  const { sums, share } = await compared(means, { book, after, viewers });
  return sums.counts(share);
}

interface Seen {
  sums: Sums;
  /** For how many each of those stands who were looked at. */
  share: number;
}

async function compared(means: Means, { book, after, viewers: { looked, of } }: Books & { viewers: Viewers }): Promise<Seen> {
  const people = await readViewers(means.db, looked, [...new Set([...book.crowds, ...after.crowds])]);
  const sums = new Sums();
  const known = new Map<string, Difference>();
  for (const person of people.values()) sums.add(person, await differenceOf(means, { person, book, after, known }));
  return { sums, share: looked.length === 0 ? 1 : of / looked.length };
}

/** Refuses with 20050 where the numbers are not those that somebody agreed to. */
export async function assertExpected(call: Reading, drafts: readonly RuleDraft[], expect: Expected): Promise<void> {
  const book = await contactRulesOf(call.services).book();
  const { sums, share } = await visibilityAfter(call, { book, after: await drafted(call.db, book, drafts) }, drafts);
  const { gain, lose } = sums.counts(share);
  if (gain !== expect.gain || lose !== expect.lose) throw new Refusal(20050, { gain, lose }, { gain, lose });
}

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
  const [old, requested] = [compile(book, person, services.now()), compile(after, person, services.now())];
  const [before, then] = [seenIn(book, old), seenIn(after, requested)];
  return once(known, sql`${before} ${then}`.compile(db), async () => ({
    gained: await idsOf(db, except(then, before)),
    lost: await idsOf(db, except(before, then)),
  }));
}

/** SQL query of whom a viewer sees or finds; where the directory is off, nobody. */
const seenIn = ({ config }: Book, viewer: Viewer): RawBuilder<unknown> =>
  config.directoryOn ? everybodySeen(viewer) : sql`select null::uuid as id where false`;

const except = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`(${one}) except (${other})`;

async function idsOf(db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> {
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
