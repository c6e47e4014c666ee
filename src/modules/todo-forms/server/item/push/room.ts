import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { TodoSystem } from '../system.ts';

const minuteMillis = 60_000;
/** Open items are counted no more often: there may be a million of them. */
const openCounts = perProduct(() => new Map<string, { at: number; n: number }>());

/** How many of so many items a system may push now, and after how many seconds the others. */
export async function roomFor(
  services: Pick<CoreServices, 'database' | 'now'>,
  system: Pick<TodoSystem, 'id' | 'perMinute' | 'openItems'>,
  wanted: number,
): Promise<{ n: number; seconds: number }> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{ n: number; first: number | null }>`select count(*)::int as n, min(pushed_at) as first from todo_item
    where system_id = ${system.id}::uuid and pushed_at > ${now - minuteMillis}`.execute(db);
  const { n = 0, first = null } = rows[0] ?? {};
  const counts = openCounts(services);
  let open = counts.get(system.id);
  if (!open || Math.abs(now - open.at) > minuteMillis || open.n + wanted > system.openItems) {
    const counted = await sql<{
      n: number;
    }>`select count(*)::int as n from todo_item where system_id = ${system.id}::uuid and state = 'open'`.execute(db);
    open = { at: now, n: counted.rows[0]?.n ?? 0 };
  }
  const room = Math.max(0, Math.min(wanted, system.perMinute - n, system.openItems - open.n));
  counts.set(system.id, { at: open.at, n: open.n + room });
  return { n: room, seconds: first === null ? 60 : Math.max(1, Math.ceil((Number(first) + minuteMillis - now) / 1000)) };
}
