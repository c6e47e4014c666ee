import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { perProduct, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { nodeList } from '#modules/access/common/setting.contract.ts';
import { accessTableGeneration } from '#modules/access/server/public.ts';
import { waitingCalls } from '#modules/call-logs/server/public.ts';
import { limitsOf } from './call-limits.ts';
import { tableOf } from './table/gateway-table.ts';

const thisNode = `${os.hostname()}:${process.pid}`;
const beatMillis = 5_000;
const goneMillis = 60_000;

/** What a process says of itself. */
const pulseOf = perProduct(() => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return { delay, calls: 0, at: performance.now() };
});

/** Notes how this process does, for the page that shows all of them. */
export const beat = upkeepEvery<Services>(beatMillis, async (services) => {
  const pulse = pulseOf(services);
  const flight = limitsOf(services);
  const seconds = (performance.now() - pulse.at) / 1000;
  const rate = seconds < 0.5 ? 0 : (flight.answered - pulse.calls) / seconds;
  const loopMs = Number.isFinite(pulse.delay.mean) ? pulse.delay.percentile(99) / 1e6 : 0;
  const { word } = await tableOf(services).now();
  await sql`insert into gateway_node (node, seen_at, word, calls_second, in_flight, waiting, loop_ms)
    values (${thisNode}, ${services.now()}, ${word}, ${rate}, ${flight.inFlight}, ${waitingCalls(services)}, ${loopMs})
    on conflict (node) do update set seen_at = excluded.seen_at, word = excluded.word, calls_second = excluded.calls_second,
      in_flight = excluded.in_flight, waiting = excluded.waiting, loop_ms = excluded.loop_ms`.execute(services.database.db);
  await sql`delete from gateway_node where seen_at < ${services.now() - 60 * goneMillis}`.execute(services.database.db);
  Object.assign(pulse, { calls: flight.answered, at: performance.now() });
  pulse.delay.reset();
});

async function list({ db, services }: Call): Promise<Reply<typeof nodeList>> {
  const word = await accessTableGeneration(db);
  const rows = await db
    .selectFrom('gateway_node')
    .selectAll()
    .where('seen_at', '>', services.now() - goneMillis)
    .orderBy('node')
    .execute();
  return {
    list: rows.map((row) => ({
      node: row.node,
      seenAt: row.seen_at,
      // What changed since a process said so last is in force there all the same, within half a second.
      current: row.word === word,
      callsPerSecond: Math.round(row.calls_second * 10) / 10,
      inFlight: row.in_flight,
      waiting: row.waiting,
      loopMs: Math.round(row.loop_ms * 10) / 10,
    })),
  };
}

/** Processes of the gateway. */
export const nodeRoutes: readonly BoundRoute[] = [handle(nodeList, list)];
