import { accessGeneration, accessChanges } from '#kit/server/access/access-changes.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import { gatherer } from '#platform/gather.ts';
import { decideFile, decideMessage } from './decide-file.ts';
import { decideMember } from './decide-member.ts';
import type { LimitBook, Person } from './limit-book.ts';
import { counted, HitCounter } from './hits.ts';
import { limitChanges, limitGeneration } from './limit-changes.ts';
import type { Questions } from './questions.ts';
import { readBook, type KnownSpans } from './read-book.ts';
import { crowdsIn, readPeople } from './read-people.ts';

/** Milliseconds for which a node trusts what it knows of limits and people without looking whether anything changed. */
const trustMillis = 500;
const mostPeople = 20_000;
const atOnce = 500;

/** What decides about files, messages and pairs; asked for each action, on every node. Decisions are counted by the rule that made them. */
export interface Limits extends Questions {
  /** The same questions by who only tries: nothing is counted. */
  readonly tried: Questions;
  /** All that decides now. */
  book(): Promise<LimitBook>;
  /** Writes how often rules decided since the last time. */
  writeHits(): Promise<void>;
}

/** What the limits are read from. */
export type LimitParts = Pick<Services, 'database' | 'now'>;

/** The limits of a running product; one for all who ask. */
export const limitsOf = perProduct(openLimits);

/** Limits in memory: a change is found within half a second, at once where it was made, and only what changed is parsed again. */
export function openLimits({ database, now }: LimitParts): Limits {
  const { db } = database;
  const spans: KnownSpans = new Map();
  let current: { word: string; book: Promise<LimitBook> } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<LimitBook> | undefined;
  let people = new Map<string, { at: number; person: Person }>();
  let moves = '';

  const look = async (): Promise<LimitBook> => {
    const at = performance.now();
    const [word, moved] = await Promise.all([limitGeneration(db), accessGeneration(db)]);
    if (moved !== moves) people = new Map();
    moves = moved;
    if (current?.word !== word) {
      const book = readBook(db, spans);
      current = { word, book };
      // A failed reading is not kept.
      book.catch(() => (current = undefined));
      people = new Map();
    }
    lookedAt = at;
    return current.book;
  };
  const book = async (): Promise<LimitBook> => {
    const at = performance.now();
    // A look that others share may have begun before the change.
    if (limitChanges.isRecent() || accessChanges.isRecent()) return look();
    if (current && at - lookedAt <= trustMillis) return current.book;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
  const peopleOf = async (now_: LimitBook, ids: readonly string[]): Promise<Map<string, Person>> => {
    const at = performance.now();
    const crowds = crowdsIn(now_);
    // What is read while others are moved goes into what is forgotten then.
    // Who is in a crowd changes by itself; who is in no department may be new.
    if (people.size + ids.length > mostPeople) people = new Map();
    const mine = people;
    const fresh = (id: string): boolean => {
      const one = mine.get(id);
      return one !== undefined && ((crowds.length === 0 && one.person.departments.size > 0) || at - one.at <= trustMillis);
    };
    const missing = ids.filter((id) => !fresh(id));
    const read = await readPeople(db, directory, { ids: missing, crowds });
    for (const [id, person] of read) mine.set(id, { at, person });
    return new Map(ids.map((id) => [id, read.get(id) ?? mine.get(id)?.person ?? stranger(id)]));
  };
  // Single people that are asked about at the same time are read together, by the book of the last of them.
  const single = gatherer(atOnce, async (asked: readonly { readonly id: string; readonly by: LimitBook }[]) => {
    const found = await peopleOf(asked.at(-1)!.by, [...new Set(asked.map(({ id }) => id))]);
    return asked.map(({ id }) => found.get(id) ?? stranger(id));
  });
  const personOf = (by: LimitBook, id: string): Promise<Person> => single({ id, by });

  const hits = new HitCounter();
  const questions: Questions = {
    file: async (uid, action, { platform, address, at }) => {
      const now_ = await book();
      return decideFile(now_, { person: await personOf(now_, uid), action, platform, address, at: at ?? now() });
    },
    message: async (uid, { platform, address, at }) => {
      const now_ = await book();
      return decideMessage(now_, { person: await personOf(now_, uid), platform, address, at: at ?? now() });
    },
    members: async (from, to, { action, existing = false }) => {
      const now_ = await book();
      const all = await peopleOf(now_, [...new Set([from, ...to])]);
      const one = all.get(from) ?? stranger(from);
      return new Map(to.map((id) => [id, decideMember(now_, { from: one, to: all.get(id) ?? stranger(id), action, existing })]));
    },
  };
  return {
    ...counted(questions, hits),
    tried: questions,
    book,
    writeHits: () => hits.write(db),
  };
}

const stranger = (id: string): Person => ({ id, departments: new Set(), crowds: new Set() });
