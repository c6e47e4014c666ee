import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import type { AccountRules } from '../push/account-rules.ts';
import { accountRules } from '../push/account-rules.ts';
import { count, recount } from '../push/counters.ts';
import { byItself, pushOf, stateTo, type Push } from '../push/push-record.ts';
import { raiseMiscounted } from './alarm.ts';
import type { BatchResult } from './batch.ts';
import { pause } from './begin.ts';

const downPauseMillis = 60_000;
const sameInARow = 20;
const mostFrequent = 3;

/** Remembers what became of the last attempts, and stops the push where too many failed or the messaging service has not answered for a minute. */
export async function judgeBatch(services: CoreServices, pushId: string, result: BatchResult): Promise<void> {
  const isDown = result.state === 'down';
  if (!isDown && result.attempts.length === 0) return;
  await services.database.db.transaction().execute(async (tx) => {
    const push = await pushOf(tx, pushId, 'change');
    if (!push || (push.state !== 'running' && push.state !== 'finishing')) return;
    const now = services.now();
    if (isDown) {
      const since = push.down_since ?? now;
      await tx.updateTable('push').set({ down_since: since }).where('id', '=', pushId).execute();
      if (now - since >= downPauseMillis) await pause(tx, services, push, { reason: 'serviceDown' });
      return;
    }
    const { failurePause } = await accountRules(tx, push.sno_id);
    const recent = [...push.recent, ...result.attempts].slice(-failurePause.window);
    await tx
      .updateTable('push')
      .set({ recent: JSON.stringify(recent), down_since: null })
      .where('id', '=', pushId)
      .execute();
    const errors = tooMany(recent, failurePause, await attemptsOf(tx, push));
    if (errors !== undefined) await pause(tx, services, push, { reason: 'failures', errors });
  });
}

async function attemptsOf(tx: Parameters<typeof recount>[0], { id, recent }: Push): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(sum(delivered + failed), 0)::int as n from push_count where push_id = ${id}::uuid`.execute(tx);
  return Math.max(rows[0]!.n, recent.length);
}

/** The most frequent errors, where the share of failed attempts is above what the account allows, or the last ones all failed alike. */
function tooMany(recent: readonly string[], rule: AccountRules['failurePause'], attempts: number): string | undefined {
  const failed = recent.filter((word) => word !== '');
  const last = recent.slice(-sameInARow);
  const alike = last.length === sameInARow && last[0] !== '' && last.every((word) => word === last[0]);
  const isAbove = attempts >= rule.minimum && failed.length * 100 > recent.length * rule.share;
  if (!alike && !isAbove) return undefined;
  const counts = new Map<string, number>();
  for (const word of failed) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, mostFrequent)
    .map(([word, n]) => `${word} (${n})`)
    .join(', ');
}

/**
 * Nobody's time has come: the push is over where nobody is withheld any more, else it waits for the hours of the last ones. Its figures are
 * compared with its rows at the end.
 */
export async function settle(services: CoreServices, pushId: string): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const push = await pushOf(tx, pushId, 'change');
    if (!push || (push.state !== 'running' && push.state !== 'finishing')) return;
    const now = services.now();
    const { rows } = await sql<{ withheld: boolean; due: boolean }>`select
        exists (select from push_target where push_id = ${pushId}::uuid and state = 4) as withheld,
        exists (select from push_target where push_id = ${pushId}::uuid and state = 4 and due_at <= ${now}) as due`.execute(tx);
    const { withheld, due } = rows[0]!;
    if (due || (withheld && push.state === 'finishing')) return;
    if (withheld) {
      await stateTo(tx, push, { state: 'finishing', by: byItself() });
      return;
    }
    await compare(tx, services, push);
    await stateTo(tx, push, { state: 'finished', by: byItself(), ended_at: now, checked_at: now });
    await services.warnings.clear(tx, 'push.paused', push.id);
  });
}

/** Compares figures with rows, repairs and says so. */
export async function compare(tx: Parameters<typeof recount>[0], services: CoreServices, push: Push): Promise<void> {
  const wrong = await recount(tx, push.id);
  if (wrong > 0) await raiseMiscounted(tx, services, push, wrong);
}

const sweepSize = 10_000;

/** Skips who has not got a push that was ended or taken back, some at a time; answers whether there are more. */
export async function sweep(services: CoreServices, pushId: string, reason: 'cancelled' | 'recalled'): Promise<boolean> {
  return services.database.db.transaction().execute(async (tx) => {
    const push = await pushOf(tx, pushId, 'change');
    if (!push) return false;
    const now = services.now();
    const { rows } = await sql<{ n: number }>`with rest as (
        select employee_id from push_target where push_id = ${pushId}::uuid and state = 4 limit ${sweepSize}),
      ended as (update push_target t set state = 3, reason = ${reason}, at = ${now} from rest
        where t.push_id = ${pushId}::uuid and t.employee_id = rest.employee_id returning 1)
      select count(*)::int as n from ended`.execute(tx);
    const { n } = rows[0]!;
    await count(tx, pushId, { skipped: n, withheld: -n });
    await sql`delete from push_cap c where c.push_id = ${pushId}::uuid and not exists (select from push_target t
      where t.push_id = c.push_id and t.employee_id = c.employee_id and t.state = 1)`.execute(tx);
    return n === sweepSize;
  });
}
