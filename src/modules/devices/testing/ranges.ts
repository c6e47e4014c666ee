import { newId } from '#kit/server/ids.ts';
import { safeDevice } from '../common/safe.contract.ts';
import { everyoneRuleId } from '../common/rule.contract.ts';
import { whiteEntry } from '../common/white.contract.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Side = World['inside'];

/** A device of somebody, with its binding, a command and an order to erase. */
interface Held {
  device: string;
  binding: string;
  command: string;
  order: string;
}

const held = new WeakMap<Side, Promise<Held>>();
const heldBy = (world: World, side: Side): Promise<Held> => {
  const known = held.get(side) ?? makeHeld(world, side);
  held.set(side, known);
  return known;
};

/** Written as it would have come about: terminals are tried elsewhere (tests/terminal/devices.test.ts). */
async function makeHeld({ house }: World, side: Side): Promise<Held> {
  const [device, binding, command, order] = [newId(), newId(), newId(), newId()];
  const now = Date.now();
  const run = (text: string, values: unknown[]) => house.product.database.pool.query(text, values);
  await run(
    `insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, state, state_since, last_seen_at, last_employee_id, capabilities)
     values ($1, $2, $2, $3, 2, $3, '{}', $3, 'bound', $2, $2, $4, '["message"]')`,
    [device, now, `range ${device}`, side.person.id],
  );
  await run(
    `insert into device_binding (id, device_id, employee_id, state, origin, rule_id, requested_at, bound_at, updated_at) values ($1, $2, $3, 'bound', 'auto', $4, $5, $5, $5)`,
    [binding, device, side.person.id, everyoneRuleId, now],
  );
  await run(
    `insert into device_command (id, device_id, enrolment, seq, kind, jws, hash, key_id, state, queued_at) values ($1, $2, 1, 1, 'refresh', 'x', 'x', 'x', 'queued', $3)`,
    [command, device, now],
  );
  await run(
    `insert into erase_order (id, scope, app_id, reason, origin, state, hold_until, asked_at, asked_by, updated_at)
     values ($1, 'eraseApp', 'mail', 'a reason that is long', 'application', 'awaitingApproval', $2, $2, '', $2)`,
    [order, now],
  );
  await run(
    `insert into erase_item (id, order_id, device_id, device_name, employee_id, state, ordered_at, updated_at) values ($1, $2, $3, $4, $5, 'awaitingApproval', $6, $6)`,
    [newId(), order, device, `range ${device}`, side.person.id, now],
  );
  return { device, binding, command, order };
}

/** A list of ids of one kind: outside alone, one bad among good, and one of nobody. */
const many = (pick: (one: Held) => string, more: Values = {}, name = 'ids'): Sample => ({
  refused: async (world) => {
    const [good, bad] = [pick(await heldBy(world, world.inside)), pick(await heldBy(world, world.outside))];
    return [[bad], [good, bad], [good, nobody]].map((ids) => ({ ...more, [name]: ids }));
  },
});
const one = (name: string, pick: (one: Held) => string, more: Values = {}): Sample => ({
  refused: async (world) => [
    { ...more, [name]: pick(await heldBy(world, world.outside)) },
    { ...more, [name]: nobody },
  ],
});
const absent = (input: (world: World) => Values, pick: (one: Held) => string): Sample => ({
  hidden: async (world) => ({ input: input(world), ids: [pick(await heldBy(world, world.outside))], counted: true }),
});
const device = ({ device: id }: Held): string => id;
const binding = ({ binding: id }: Held): string => id;
const order = ({ order: id }: Held): string => id;
const page = { pageNum: 1, pageSize: 200 };
const person = (more: Values = {}, name = 'empId'): Sample => ({
  refused: ({ outside }) => [outside.person.id, nobody].map((id) => ({ ...more, [name]: name.endsWith('s') ? [id] : id })),
});

const exported: Sample = { free: 'its file holds the rows of the list, read by the same function in the range of who asked' };

const devices: Readonly<Record<string, Sample>> = {
  'device/info/list': absent(() => page, device),
  'device/info/get': one('id', device),
  'device/info/update': one('id', device, { version: 1, name: 'x' }),
  'device/info/unmask': one('id', device, { kind: 'serial', reason: 'x' }),
  'device/info/signIns': one('deviceId', device),
  'device/info/posture': one('id', device),
  'device/command/retry': many(({ command }) => command),
  'whiteList/import/preview': { free: 'Accounts outside the range become refused lines of the plan' },
  'whiteList/export': exported,
  'device/lock': many(device),
  'device/unlock': many(device),
  'device/block': many(device),
  'device/unblock': many(device),
  'device/signOut': many(device),
  'device/retire': many(device),
  'device/message': many(device, { text: 'x' }),
  'device/enrolCode/add': person(),
  'device/command/list': one('deviceId', device),
  'device/command/cancel': many(({ command }) => command),
  'device/statistics': { free: 'it answers counts of the devices that the list of devices shows' },
  'device/info/export': exported,
  'user/device/export': exported,
  'user/device/unbind/export': exported,
  'device/bind/rule/members/export': exported,
  'device/check': person({ address: '10.0.0.1' }),
  'user/device/list': absent(() => page, binding),
  'user/device/bind/update': many(binding, { action: 'setPrimary' }),
  'user/device/bind/delete': many(binding),
  'user/device/bind/config': person(),
  'user/device/unbind/list': {
    free: 'it answers bindings that ended, by the same condition on the person as the list of bindings; a test of the module holds it',
  },
  'gesture/reset': person({}, 'empIds'),
  'device/bind/rule/members': {
    hidden: async (world) => {
      await world.house.product.database.pool.query(
        `insert into bind_rule_member (rule_id, kind, member_id, since) values ($1, 'employee', $2, 1) on conflict do nothing`,
        [everyoneRuleId, world.outside.person.id],
      );
      return { input: { ...page, ruleId: everyoneRuleId, kind: 'employee' }, ids: [world.outside.person.id], counted: true };
    },
  },
};

const ask = { reason: 'a reason that is long enough' };
/** Only what was shown can be ordered, and nothing outside is shown. */
const unseen: Sample = { refused: () => [{ previewToken: nobody, typed: 'x', ...ask }], code: 18040 };

const erasures: Readonly<Record<string, Sample>> = {
  'device/erase/preview': many(device, {}, 'deviceIds'),
  'device/erase/add': unseen,
  'device/erase/list': absent(() => page, order),
  'device/erase/get': one('id', order),
  'device/erase/approve': one('id', order),
  'device/erase/cancel': one('id', order),
  'device/erase/export': exported,
  'device/erase/confirm': one('id', order),
  'device/erase/retry': one('id', order),
  'device/erase/closeByHand': one('id', order, ask),
  'mam/erase/preview': many(device, { appId: 'mail' }, 'deviceIds'),
  'mam/erase/add': unseen,
  'mam/erase/list': absent(() => page, order),
  'mam/erase/get': one('id', order),
  'mam/erase/export': exported,
  'mam/erase/cancel': one('id', order),
  'mam/erase/retry': one('id', order),
};

let made = 0;
const serial = (): string => `RANGE${(made += 1)}X${made * 7919}`;
const equipment = async ({ boss }: World, { department }: Side): Promise<string> => {
  const draft = { name: serial(), assetNo: serial(), serial: serial(), platform: 1 as const, ownerDeptId: department.id };
  return (await boss.call(safeDevice.add, draft)).id;
};
const until = (): number => Date.now() + 20 * 86_400_000;
const entry = async ({ boss, house }: World): Promise<string> => {
  const departmentId = await house.department(serial());
  return (await boss.call(whiteEntry.add, { list: 'login', departmentId, reason: 'x', until: until() })).id;
};
const entries: Sample = {
  refused: async (world) => {
    const bad = await entry(world);
    return [{ ids: [bad] }, { ids: [nobody] }];
  },
};

const lists: Readonly<Record<string, Sample>> = {
  'device/safe/all': { hidden: async (world) => ({ input: {}, ids: [await equipment(world, world.outside)], counted: false }) },
  'device/safe/match': {
    refused: async (world) => [
      { id: await equipment(world, world.outside), deviceId: null },
      { id: nobody, deviceId: null },
      { id: await equipment(world, world.inside), deviceId: (await heldBy(world, world.outside)).device },
    ],
  },
  'whiteList/list': { hidden: async (world) => ({ input: page, ids: [await entry(world)], counted: true }) },
  'whiteList/get': { refused: async (world) => [{ id: await entry(world) }, { id: nobody }] },
  'whiteList/add': { refused: ({ outside }) => [{ list: 'login', employeeId: outside.person.id, reason: 'x', until: until() }] },
  'whiteList/update': { refused: async (world) => [{ id: await entry(world), version: 1, reason: 'y' }] },
  'whiteList/delete': entries,
  'whiteList/enable': entries,
  'whiteList/disable': entries,
};

/** Devices, who is bound to them, what erases them, and lists of equipment and people. */
export const ranges: Readonly<Record<string, Sample>> = { ...devices, ...erasures, ...lists };
