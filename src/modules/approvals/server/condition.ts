import { sql } from 'kysely';
import { isLoud } from '#kit/common/change/impact.ts';
import type { Previewed } from '#kit/common/change/dry-run.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { Holding } from './policies.ts';

/** What a write would touch, as far as policies ask for it. */
export interface Touched {
  objects: number;
  impact: Readonly<Record<string, number>>;
  /** People it is about, or whom it reaches beside its own objects. */
  people: number;
  /** Nobody can count what it does: `objects` are those it lists, none where it may reach any number. */
  unseen?: true;
  /** Where who asks holds the right to the operation. */
  range: Range;
}

type Means = Pick<Services, 'directory' | 'now'>;

/** The number of all these counts. */
export const sumOf = (counts: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** How many people a tried write is about: those it changes, or those whom its change reaches. */
export function peopleIn({
  counts,
  impact,
  operations,
}: Pick<Previewed, 'counts' | 'impact'> & { operations: readonly { kind: string }[] }): number {
  const own = operations.filter(({ kind }) => kind === 'employee').length;
  // Only the first operations are listed: where all of those are people, so are the rest.
  const all = own > 0 && own === operations.length ? sumOf(counts) : own;
  return Math.max(all, impact['people'] ?? 0);
}

/** The first of these policies that holds a write at this moment. */
export async function holdingOf(services: Means, db: Db, found: readonly Holding[], touched: Touched): Promise<Holding | undefined> {
  if (touched.objects === 0 && !touched.unseen) return undefined;
  for (const one of found) if (await holds(services, db, one, touched)) return one;
  return undefined;
}

async function holds(services: Means, db: Db, policy: Holding, touched: Touched): Promise<boolean> {
  if (policy.at_least !== null && (touched.objects >= policy.at_least || touched.objects === 0)) return true;
  // What can't be counted may well pass every other condition.
  if (touched.unseen && (policy.loud || policy.share !== null)) return true;
  if (policy.loud && isLoud(touched.impact)) return true;
  if (policy.off_hours && isOffHours(new Date(services.now()))) return true;
  if (policy.share === null || touched.people === 0) return false;
  const all = await countPeople(services, db, policy.share_of === 'site' ? { all: true } : touched.range);
  return touched.people * 100 >= policy.share * all;
}

async function countPeople({ directory }: Means, db: Db, range: Range): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${directory.employeesUnder([rootDepartmentId])}) as person(id)
    where ${directory.employeeAmongRange(range, 'person.id')}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Outside Monday to Friday, 8 to 20 o'clock, where the server stands. */
function isOffHours(at: Date): boolean {
  const [day, hour] = [at.getDay(), at.getHours()];
  return day === 0 || day === 6 || hour < 8 || hour >= 20;
}
