import { sql, type Selectable } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { deviceCheckIn } from '../../common/client.contract.ts';
import type { CheckName } from '../../common/device-words.ts';
import { callingDevice } from '../command/deliver.ts';
import type { DeviceTable } from '../devices.table.ts';
import { heldDevices } from '../erase/holds.ts';
import { orderErase } from '../erase/order-erase.ts';
import { failingChecks, gravest, type Failing } from '../rule/checks.ts';
import { judgedOf, ruleOf } from '../rule/facts.ts';
import { policyOf, policyStamp, type Rule } from '../rule/policy.ts';
import { gestureFor } from '../settings/gesture.ts';
import { leaseOf } from './data-key.ts';
import { blockDevice, lockDevice, unlockDevice } from './locks.ts';

type Device = Selectable<DeviceTable>;
type Input = ClientInput<typeof deviceCheckIn>;
const jitter = 0.2;

/** Takes what a device says of itself, does what the checks of its rule ask for, and answers what holds: policy, lease, commands that wait. */
export async function checkIn(call: ClientCall, input: Input): Promise<ClientReply<typeof deviceCheckIn>> {
  const { services } = call;
  // Kept in memory between changes: a transaction would read it anew each time.
  const policy = await policyOf(services.database.db);
  return call.write(async (tx) => {
    const found = await callingDevice(tx, call);
    const now = services.now();
    const person = await personOf(tx, found);
    const rule = person === undefined ? policy.rules.find(({ builtIn }) => builtIn)! : await ruleOf(tx, policy, person);
    const seen = await noteSeen(tx, call, { device: found, input, rule });
    const device = await follow(tx, call, seen);
    const stamp = `${await policyStamp(tx)}.${device.gesture_reset_at ?? 0}`;
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from device_command where device_id = ${device.id}::uuid and state in ('queued', 'delivered')`.execute(tx);
    const open = device.state === 'bound' && person !== undefined && (await services.directory.byUid(tx, person))?.mayEnter === true;
    const lease = open
      ? await leaseOf(tx, services, {
          deviceId: device.id,
          appKey: call.terminal.appKey,
          days: rule.offlineDays,
          encryptionKey: device.encryption_key,
        })
      : undefined;
    return {
      state: device.state,
      policyEpoch: stamp,
      policy:
        input.policyEpoch === stamp
          ? null
          : {
              offlineDays: rule.offlineDays,
              checkInMinutes: policy.switches.checkInMinutes,
              gesture: await gestureFor(tx, services, person),
              gestureResetAt: device.gesture_reset_at,
            },
      lease: lease ?? null,
      failing: device.failing,
      commands: Number(rows[0]?.n ?? 0),
      nextCheckInSeconds: Math.round(policy.switches.checkInMinutes * 60 * (1 - jitter + Math.random() * 2 * jitter)),
      serverTime: now,
    };
  });
}

/** Whose device it is: who used it last of those who are bound. */
async function personOf(tx: Tx, device: Device): Promise<string | undefined> {
  const row = await tx
    .selectFrom('device_binding')
    .select('employee_id')
    .where('device_id', '=', device.id)
    .where('state', '=', 'bound')
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row?.employee_id;
}

interface Seen {
  device: Device;
  failing: Failing[];
}

async function noteSeen(
  tx: Tx,
  { services, caller, terminal }: ClientCall,
  { device, input, rule }: { device: Device; input: Input; rule: Rule },
): Promise<Seen> {
  const now = services.now();
  const told = Object.fromEntries(
    (
      [
        ['model', input.model],
        ['vendor', input.vendor],
        ['system_version', input.systemVersion],
        ['patch_level', input.patchLevel],
        ['terminal_version', input.terminalVersion],
        ['locale', input.locale],
      ] as const
    ).filter(([, value]) => value !== undefined),
  ) as Partial<Pick<Device, 'model' | 'vendor' | 'system_version' | 'patch_level' | 'terminal_version' | 'locale'>>;
  const posture = { ...device.posture, ...input.posture };
  const failing = failingChecks(judgedOf({ ...device, ...told, posture }), rule.checks, now);
  const since: Partial<Record<CheckName, number>> = {};
  for (const one of failing) since[one.check] = one.since;
  const values = {
    ...told,
    posture: JSON.stringify(posture),
    failing: JSON.stringify(failing.map(({ check }) => check)),
    failing_since: JSON.stringify(since),
    compliant: failing.length === 0,
    last_seen_at: now,
    last_address: caller.address,
    app_key: terminal.appKey,
    unsent: JSON.stringify({ drafts: input.drafts, files: input.files }),
  };
  const seen = { device: { ...device, ...told, posture, failing: failing.map(({ check }) => check) }, failing };
  if (isKnown(device, values, now)) return seen;
  await tx.updateTable('device').set(values).where('id', '=', device.id).execute();
  await tx
    .updateTable('device_binding')
    .set({ last_used_at: now })
    .where('device_id', '=', device.id)
    .where('state', '=', 'bound')
    .execute();
  return seen;
}

const seenMillis = 5 * 60_000;

/** Whether a check-in says nothing new, soon after the last one: nothing is written then. */
function isKnown(device: Device, { last_seen_at: _at, ...told }: Readonly<Record<string, unknown>>, now: number): boolean {
  if (now - device.last_seen_at > seenMillis) return false;
  const known: Readonly<Record<string, unknown>> = { ...device };
  return Object.entries(told).every(([name, value]) => {
    const before = known[name];
    return (typeof before === 'object' && before !== null ? JSON.stringify(before) : before) === value;
  });
}

/** Does what the gravest failing check asks for; a lock that a check brought about goes with it. */
async function follow(tx: Tx, { services }: ClientCall, { device, failing }: Seen): Promise<Device> {
  const worst = gravest(failing, services.now());
  const reason = worst ? `check ${worst.check}` : '';
  if (worst?.action === 'lock') await lockDevice(tx, services, device, { by: 'check', who: null, reason });
  else if (worst?.action === 'block') await blockDevice(tx, services, device, { by: 'check', reason });
  else if (worst?.action === 'eraseApp' && device.state === 'bound') {
    await blockDevice(tx, services, device, { by: 'check', reason });
    const held = (await heldDevices(tx, [device.id])).size > 0;
    if (!held)
      await orderErase(tx, services, {
        deviceIds: [device.id],
        scope: 'eraseApp',
        appId: null,
        reason,
        origin: 'check',
        by: null,
        hold: true,
        approval: false,
        shown: [],
      });
  } else if (!worst && device.state === 'locked' && device.locked_by === 'check') await unlockDevice(tx, services, device, null);
  const after = await tx.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow();
  return after;
}
