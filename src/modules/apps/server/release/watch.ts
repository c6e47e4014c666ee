import { sql } from 'kysely';
import { systemCaller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Services } from '#kit/server/services.ts';
import { isEnough, measure, trippedBy } from './gates.ts';
import type { RolledOut, RolloutRow } from './rolled-out.ts';

const lookMillis = 20_000;
const hourMillis = 3_600_000;

/** Looks at rollouts that run, each every twenty seconds on one of the nodes: halts at a gate, goes on when a stage has had its time and its sample. */
export async function watchRollouts(services: Services, rolled: RolledOut): Promise<void> {
  const now = services.now();
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(rolled.table)} where state in ('running', 'waiting')
    and coalesce(looked_at, 0) < ${now - lookMillis} order by looked_at nulls first limit 20`.execute(services.database.db);
  for (const { id } of rows) await lookAt(services, rolled, id, now);
}

/** Looks at one rollout now. */
export async function lookAt(services: Services, rolled: RolledOut, id: string, now: number): Promise<void> {
  const table = sql.table(rolled.table);
  await services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<RolloutRow>`select * from ${table} where id = ${id}::uuid and state in ('running', 'waiting')
      for update skip locked`.execute(tx);
    const rollout = rows[0];
    if (!rollout) return;
    await sql`update ${table} set looked_at = ${now} where id = ${id}::uuid`.execute(tx);
    const measured = await measure(tx, rolled, rollout.version_id, now);
    const halt = trippedBy(rollout.gates, measured);
    const fields = halt ? { state: 'halted', haltedBy: { ...halt } } : nextOf(rollout, { now, enough: isEnough(rollout.gates, measured) });
    if (!fields) return;
    const by = systemCaller(halt ? 'rollout.halt' : 'rollout.advance');
    await changeObjects(tx, by, rolled.kind, [{ id, version: null, fields: fields as Fields }], {
      reason: halt ? `${halt.gate} ${halt.value}% > ${halt.limit}% (${halt.sample})` : null,
    });
    if (halt) await rolled.tell(tx, services, rollout.version_id, halt);
  });
}

/** What becomes of a stage whose time is over. */
function nextOf(rollout: RolloutRow, { now, enough }: { now: number; enough: boolean }): Fields | undefined {
  const stage = rollout.stages[rollout.stage_no];
  if (!stage || now - rollout.stage_since < stage.minHours * hourMillis) return undefined;
  if (stage.advance === 'byHand' || !enough) return rollout.state === 'waiting' ? undefined : { state: 'waiting' };
  if (rollout.stage_no >= rollout.stages.length - 1) return stage.percent >= 100 ? { state: 'done' } : undefined;
  return { state: 'running', stageNo: rollout.stage_no + 1, stageSince: now };
}
