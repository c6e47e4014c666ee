import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';

/** Counters of a push. */
export interface Counters {
  targets: number;
  delivered: number;
  failed: number;
  skipped: number;
  withheld: number;
  reached: number;
  read: number;
  recalled: number;
}

const names = ['delivered', 'failed', 'skipped', 'withheld', 'reached', 'read', 'recalled'] as const;

/** This process among those that count. */
const node = newId();

/** Counts what changed, in the transaction in which it changes: a row of this process, so that processes never wait for one another. */
export async function count(tx: Db, pushId: string, delta: Partial<Omit<Counters, 'targets'>>): Promise<void> {
  const given = names.filter((name) => delta[name] !== undefined && delta[name] !== 0);
  if (given.length === 0) return;
  const columns = sql.join(given.map((name) => sql.ref(name)));
  const values = sql.join(given.map((name) => sql`${delta[name]}::int`));
  const sums = sql.join(given.map((name) => sql`${sql.ref(name)} = push_count.${sql.ref(name)} + excluded.${sql.ref(name)}`));
  await sql`insert into push_count (push_id, node, ${columns}) values (${pushId}::uuid, ${node}, ${values})
    on conflict (push_id, node) do update set ${sums}`.execute(tx);
}

/** SQL columns of the counters of the push in this column; targets are the sum of the four states. */
export const countersOf = (pushId: string): RawBuilder<Counters> => sql`
  (select json_build_object('targets', coalesce(sum(delivered + failed + skipped + withheld), 0)::int,
    ${sql.join(names.map((name) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(name)}), 0)::int`))})
   from push_count where push_count.push_id = ${sql.ref(pushId)})`;

/** Counters of a push. */
export async function readCounters(db: Db, pushId: string): Promise<Counters> {
  const { rows } = await sql<{
    counters: Counters;
  }>`select ${countersOf('p.id')} as counters from push p where p.id = ${pushId}::uuid`.execute(db);
  return rows[0]!.counters;
}

/**
 * Compares the counters of a push with its rows, and repairs them. The row of the push is locked by who calls, so that nobody counts meanwhile
 * but terminals, whose facts are left alone. Answers how many people were counted wrongly.
 */
export async function recount(tx: Db, pushId: string): Promise<number> {
  const { rows } = await sql<Record<'delivered' | 'failed' | 'skipped' | 'withheld', number>>`select
      (count(*) filter (where state = 1))::int as delivered, (count(*) filter (where state = 2))::int as failed,
      (count(*) filter (where state = 3))::int as skipped, (count(*) filter (where state = 4))::int as withheld
    from push_target where push_id = ${pushId}::uuid`.execute(tx);
  const [now, kept] = [rows[0]!, await readCounters(tx, pushId)];
  const delta = {
    delivered: now.delivered - kept.delivered,
    failed: now.failed - kept.failed,
    skipped: now.skipped - kept.skipped,
    withheld: now.withheld - kept.withheld,
  };
  await count(tx, pushId, delta);
  return Object.values(delta).reduce((sum, one) => sum + Math.abs(one), 0);
}
