import { sql } from 'kysely';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { remindOfRequests } from './binding/remind.ts';
import { unbind } from './binding/unbind.ts';
import { expireErasures, runDueErasures } from './erase/run-due.ts';
import { sweepTraces } from './rule/trace.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** What becomes due by itself: erasures past their minute; every hour requests that nobody decided, devices that nobody uses, what is kept no longer. */
export const upkeepDevices: (services: Services) => Promise<void> = inTurn(
  runDueErasures,
  upkeepEvery<Services>(hourMillis, expireErasures),
  upkeepEvery<Services>(hourMillis, remindOfRequests),
  upkeepEvery<Services>(hourMillis, sweep),
);

async function sweep(services: Services): Promise<void> {
  const { database, now } = services;
  const at = now();
  await sweepTraces(database.db, at);
  await sql`update device_command set state = 'expired' where expires_at < ${at} and state in ('queued', 'delivered', 'deferred') and erase_item_id is null`.execute(
    database.db,
  );
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      device_id: string;
    }>`update device_binding set state = 'expired', updated_at = ${at} where state = 'pending' and expires_at < ${at} returning device_id`.execute(
      tx,
    );
    await sql`update device set state = 'enrolled', state_since = ${at} where id = any(${rows.map(({ device_id }) => device_id)}::uuid[]) and state = 'pendingApproval'
      and not exists (select from device_binding b where b.device_id = device.id and b.state = 'pending')`.execute(tx);
  });
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select b.id from device_binding b join bind_rule r on r.id = b.rule_id
      where b.state = 'bound' and r.unused_days > 0 and coalesce(b.last_used_at, b.bound_at) < ${at} - r.unused_days::bigint * ${dayMillis} limit 200`.execute(
      tx,
    );
    if (rows.length > 0) await unbind(tx, services, { bindingIds: rows.map(({ id }) => id), by: 'rule', who: null, reason: '' });
  });
  await sql`update device d set state = 'retired', state_before = state, state_since = ${at} from bind_config c
    where d.state in ('erased', 'unbound', 'enrolled') and d.last_seen_at < ${at} - c.retire_days::bigint * ${dayMillis}
      and not exists (select from erase_item i where i.device_id = d.id and i.state in ('awaitingApproval', 'hold', 'queued', 'delivered', 'failed'))`.execute(
    database.db,
  );
  // Ended bindings are shown for four hundred days.
  await sql`delete from device_binding where state in ('unbound', 'rejected', 'expired', 'withdrawn') and updated_at < ${at - 400 * dayMillis}`.execute(
    database.db,
  );
}
