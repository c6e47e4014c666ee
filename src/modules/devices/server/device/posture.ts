import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { commandRetry, devicePosture } from '../../common/device.contract.ts';
import { queueCommand } from '../command/queue.ts';
import { failingChecks } from '../rule/checks.ts';
import { judgedOf, ruleOf } from '../rule/facts.ts';
import { policyOf } from '../rule/policy.ts';
import { ruleNameFor } from '../rule/rule-name.ts';
import { assertDevices } from './device-range.ts';

const hourMillis = 3_600_000;

/** What a device says of itself, and each check of the rule that holds for who used it last. */
async function postureOf({ db, caller, services }: Call, id: string): Promise<Reply<typeof devicePosture>> {
  await assertDevices(db, caller.scope(), [id], 'see');
  const device = await db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const policy = await policyOf(db);
  const rule =
    device.last_employee_id === null ? policy.rules.find(({ builtIn }) => builtIn)! : await ruleOf(db, policy, device.last_employee_id);
  const failing = new Map(failingChecks(judgedOf(device), rule.checks, services.now()).map((one) => [one.check, one]));
  return {
    compliant: device.compliant,
    facts: Object.fromEntries(
      Object.entries(device.posture).flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, value]] : [])),
    ),
    reportedAt: device.last_seen_at,
    ruleName: ruleNameFor({ caller, services }, rule),
    checks: rule.checks
      .filter(({ platforms }) => !platforms || platforms.length === 0 || platforms.some((one) => one === device.platform))
      .map((check) => {
        const found = failing.get(check.check);
        return {
          check: check.check,
          value: String(check.value ?? ''),
          action: check.action,
          graceHours: check.graceHours,
          passes: !found,
          since: found?.since ?? null,
          until: found ? found.since + check.graceHours * hourMillis : null,
        };
      }),
  };
}

/** Queues commands again, each under a number of its own; erasures go by their orders. */
async function retry(call: Call, ids: readonly string[]): Promise<{ count: number }> {
  const range = call.caller.scope();
  return call.write(async (tx) => {
    const rows = await tx
      .selectFrom('device_command')
      .select(['device_id', 'kind', 'params', 'state', 'id'])
      .where('id', 'in', [...ids])
      .where('erase_item_id', 'is', null)
      .execute();
    await assertDevices(tx, range, rows.length < ids.length ? ids : rows.map(({ device_id }) => device_id), 'change');
    const again = rows.filter(({ state }) => ['cancelled', 'expired', 'failed', 'refused'].includes(state));
    for (const { device_id, kind, params } of again) {
      await queueCommand(tx, call.services, { deviceId: device_id, kind, params, by: call.caller.uid });
      call.caller.touch({ kind: 'device', id: device_id, name: device_id });
    }
    await sql`update device_command set state = 'cancelled' where id = any(${again.map(({ id }) => id)}::uuid[])`.execute(tx);
    return { count: again.length };
  });
}

/** Posture of a device, and commands that are sent again. */
export const postureRoutes: readonly BoundRoute[] = [
  handle(devicePosture, (call, { id }) => postureOf(call, id)),
  handle(commandRetry, (call, { ids }) => retry(call, ids)),
];
