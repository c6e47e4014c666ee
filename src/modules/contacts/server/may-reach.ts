import { gatherer } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { compile } from './rule/compile.ts';
import { decide, isSeen } from './rule/decide.ts';
import { contactRulesOf } from './rule/open-rules.ts';
import { readPeople } from './rule/read-people.ts';

type Parts = Pick<CoreServices, 'database' | 'now'>;

interface Pair {
  readonly from: string;
  readonly to: string;
}

interface Reach {
  readonly allowed: boolean;
  readonly rule: { readonly id: string; readonly name: string } | null;
}

/** Pairs that are read together, and under load so many milliseconds apart. */
const mostTogether = 200;
const apartMillis = 8;

/** Asked for each message between two people: those that are sent at the same time are read by one statement. */
const reachOf = perProduct((services: Parts) =>
  gatherer(
    mostTogether,
    async (pairs: readonly Pair[]): Promise<Reach[]> => {
      const book = await contactRulesOf(services).book();
      const ids = pairs.flatMap(({ from, to }) => [from, to]);
      const people = await readPeople(services.database.db, ids, book.crowds);
      return pairs.map(({ from, to }) => {
        const [viewer, target] = [people.get(from), people.get(to)];
        if (viewer?.status !== 'active' || !target) return { allowed: false, rule: null };
        const decision = decide(compile(book, viewer, services.now()), target);
        return { allowed: isSeen(decision) && decision.functions.has('reach.chat'), rule: decision.rule };
      });
    },
    { apartMillis },
  ),
);

/** Whether somebody may begin to write to somebody else, and by which rule not. */
export const mayReach = (services: Parts, from: string, to: string): Promise<Reach> => reachOf(services)({ from, to });
