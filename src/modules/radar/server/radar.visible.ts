import { sql, type RawBuilder } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import { handKind } from '../common/radar.contract.ts';

type Means = Pick<Services, 'radarKinds'>;

/** SQL: an item lies in a range; what belongs to no department is for who sees everything. */
const inRange = (range: Range): RawBuilder<boolean> =>
  range.all ? sql<boolean>`true` : sql<boolean>`(dept_id is not null and ${directory.departmentInRange(range, 'radar_item.dept_id')})`;

/**
 * SQL: an item that the caller may know of. It lies in the range of the call, and in the one in which the caller reads such objects on
 * their own page: the radar shows nobody more than there.
 */
export function radarVisible(services: Means, caller: Caller): RawBuilder<boolean> {
  const own = inRange(caller.scope());
  // What was added by hand has no other page.
  const everywhere: string[] = [handKind];
  const parts: RawBuilder<boolean>[] = [];
  for (const { kind, code } of services.radarKinds) {
    if (!caller.can(code)) continue;
    const range: Range = caller.grants.superAdmin ? { all: true } : (caller.grants.codes.get(code) ?? caller.grants.widest);
    if (range.all) everywhere.push(kind);
    else parts.push(sql<boolean>`(kind = ${kind} and ${inRange(range)})`);
  }
  parts.push(sql<boolean>`kind = any(${everywhere}::text[])`);
  return sql<boolean>`(${own} and (${sql.join(parts, sql` or `)}))`;
}

/** All of these are there and may be known (10910 else, 10404 for who sees everything). */
export async function assertVisible(db: Db, services: Means, { caller, ids }: { caller: Caller; ids: readonly string[] }): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from radar_item
    where id = any(${[...ids]}::uuid[]) and ${radarVisible(services, caller)}`.execute(db);
  if ((rows[0]?.n ?? 0) < new Set(ids).size) throw caller.scope().all ? notFound() : outOfRange();
}
