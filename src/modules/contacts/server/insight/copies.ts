import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { RuleDraft } from '../../common/insight.contract.ts';
import { compile } from '../rule/compile.ts';
import { readViewers } from '../rule/read-people.ts';
import { copiesOf, copiesSince, holdsCopy } from '../terminal/copies.ts';
import { inCopy } from '../terminal/sync.ts';
import { concerned, holdersOf, together, viewersAmong, type Books } from './concerned.ts';
import { once } from './once.ts';

interface Means {
  readonly db: Db;
  readonly services: Pick<Services, 'database' | 'now' | 'terminals'>;
}

/** How many terminals would have to drop people from their offline copy; of many holders a part stands for all. */
export async function copiesThatShrink(
  { db, services }: Means,
  { book, after }: Books,
  drafts: readonly RuleDraft[],
): Promise<{ count: number; isPart: boolean }> {
  const now = services.now();
  const since = copiesSince(now, book.config.offlineTtlHours);
  const some = drafts.map((draft) =>
    draft.kind === 'function' ? holdersOf([book, after], draft.roleId) : concerned([book, after], draft),
  );
  const { looked, of } = await viewersAmong(db, together(some), holdsCopy('e.id', since));
  const people = await readViewers(db, looked, [...new Set([...book.crowds, ...after.crowds])]);
  const losing: string[] = [];
  const known = new Map<string, boolean>();
  for (const person of people.values()) {
    const query = sql<{
      lost: boolean;
    }>`select exists ((${inCopy(compile(book, person, now))}) except (${inCopy(compile(after, person, now))})) as lost`;
    const lost = await once(known, query.compile(db), async () => (await query.execute(db)).rows[0]!.lost);
    if (lost) losing.push(person.id);
  }
  const count = await copiesOf(services, losing, since);
  return { count: looked.length === 0 ? 0 : Math.round((count * of) / looked.length), isPart: of > looked.length };
}
