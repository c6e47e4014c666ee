import { sql, type Selectable } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { deviceCheckIn } from '../../common/client.contract.ts';
import type { CheckName } from '../../common/device-words.ts';
import type { DeviceTable } from '../devices.table.ts';
import { heldDevices } from '../erase/holds.ts';
import { orderErase } from '../erase/order-erase.ts';
import { failingChecks, gravest, type Failing } from '../rule/checks.ts';
import { judgedOf, ruleOf } from '../rule/facts.ts';
import { rulesOf, type Rule } from '../rule/policy.ts';
import { gestureFor } from '../settings/gesture.ts';
import { leaseOf, type KeptKey } from './data-key.ts';
import { blockDevice, lockDevice, unlockDevice } from './locks.ts';

type Device = Selectable<DeviceTable>;
type Input = ClientInput<typeof deviceCheckIn>;
const jitter = 0.2;

/** Takes what a device says of itself, does what the checks of its rule ask for, and answers what holds: policy, lease, commands that wait. */
export async function checkIn(call: ClientCall, input: Input): Promise<ClientReply<typeof deviceCheckIn>> {
  const { services } = call;
  // Kept in memory between changes: a transaction would read it again each time.
  const policy = await rulesOf(services.database.db);
  return call.write(async (tx) => {
    const around = await aroundOf(tx, call);
    const now = services.now();
    const { person } = around;
    const rule = person === undefined ? policy.rules.find(({ builtIn }) => builtIn)! : await ruleOf(tx, policy, person);
    const seen = await noteSeen(tx, call, { device: around.device, input, rule });
    const isOther = await follow(tx, call, seen);
    const { device, commands, key } = isOther ? await aroundOf(tx, call) : { ...around, device: seen.device };
    const stamp = `${policy.stamp}.${device.gesture_reset_at ?? 0}`;
    const open = device.state === 'bound' && person !== undefined && (await services.directory.byUid(tx, person))?.mayEnter === true;
    const lease = open
      ? await leaseOf(tx, services, {
          deviceId: device.id,
          appKey: call.terminal.appKey,
          days: rule.offlineDays,
          encryptionKey: device.encryption_key,
          known: key,
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
      commands,
      nextCheckInSeconds: Math.round(policy.switches.checkInMinutes * 60 * (1 - jitter + Math.random() * 2 * jitter)),
      serverTime: now,
    };
  });
}

interface Around {
  readonly device: Device;
  /** Whose device it is: who used it last of those who are bound. */
  readonly person: string | undefined;
  /** Commands that wait. */
  readonly commands: number;
  /** The key of the application's stores, as it is kept. */
  readonly key: KeptKey | undefined;
}

/** The device whose key proves the call with what it is told beside itself, read at once: devices check in all the time. */
async function aroundOf(tx: Tx, { terminal }: ClientCall): Promise<Around> {
  const row = await tx
    .selectFrom('device')
    .selectAll('device')
    .select([
      sql<string | null>`(select b.employee_id from device_binding b where b.device_id = device.id and b.state = 'bound'
        order by b.last_used_at desc nulls last limit 1)`.as('person'),
      sql<number>`(select count(*) from device_command c where c.device_id = device.id and c.state in ('queued', 'delivered'))`.as(
        'commands',
      ),
      sql<KeptKey | null>`(select jsonb_build_object('sealed', k.sealed, 'leaseUntil', k.lease_until, 'destroyedAt', k.destroyed_at)
        from device_data_key k where k.device_id = device.id and k.app_key = ${terminal.appKey})`.as('key'),
    ])
    .where('key_thumbprint', '=', terminal.thumbprint ?? '')
    .forUpdate('device')
    .executeTakeFirst();
  if (!row || row.state === 'retired') throw new Refusal(18030);
  const { person, commands, key, ...device } = row;
  return { device, person: person ?? undefined, commands: Number(commands), key: key ?? undefined };
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
  await tx
    .with('used', (query) =>
      query.updateTable('device_binding').set({ last_used_at: now }).where('device_id', '=', device.id).where('state', '=', 'bound'),
    )
    .updateTable('device')
    .set(values)
    .where('id', '=', device.id)
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

/** Does what the gravest failing check asks for; a lock that a check brought about goes with it. Answers whether it stands otherwise now. */
async function follow(tx: Tx, { services }: ClientCall, { device, failing }: Seen): Promise<boolean> {
  const worst = gravest(failing, services.now());
  const reason = worst ? `check ${worst.check}` : '';
  if (worst?.action === 'lock') return lockDevice(tx, services, device, { by: 'check', who: null, reason });
  if (worst?.action === 'block') return blockDevice(tx, services, device, { by: 'check', reason });
  if (worst?.action === 'eraseApp') return device.state === 'bound' && eraseAt(tx, services, { device, reason });
  return !worst && device.state === 'locked' && device.locked_by === 'check' && unlockDevice(tx, services, device, null);
}

async function eraseAt(tx: Tx, services: ClientCall['services'], { device, reason }: { device: Device; reason: string }): Promise<boolean> {
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
  return true;
}
