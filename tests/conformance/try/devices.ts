import { newId } from '../../../src/kit/server/ids.ts';
import { ipDetail } from '../../../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../../../src/modules/address-groups/common/ip-group.contract.ts';
import { bindRule } from '../../../src/modules/devices/common/rule.contract.ts';
import { bindConfigGet, gestureConfigGet, whiteSwitchGet } from '../../../src/modules/devices/common/settings.contract.ts';
import { terminalPolicyGet } from '../../../src/modules/devices/common/terminal-policy.contract.ts';
import { whiteEntry } from '../../../src/modules/devices/common/white.contract.ts';
import type { House } from '../../access/house.ts';
import type { TrySample } from './samples.ts';

let made = 0;
const word = (): string => `device${(made += 1)}`;

/** A device as if a terminal had enrolled it. */
async function device({ product }: House): Promise<string> {
  const [id, now] = [newId(), Date.now()];
  await product.database.pool.query(
    `insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, state, state_since, last_seen_at)
     values ($1, $2, $2, $3, 2, $3, '{}', $3, 'enrolled', $2, $2)`,
    [id, now, word() + id],
  );
  return id;
}

async function address({ boss }: House): Promise<string> {
  const { id: groupId } = await boss.call(ipGroup.add, { name: word(), code: word() });
  return (await boss.call(ipDetail.add, { groupId, value: `10.99.${(made += 1)}.0/24`, kind: 'cidr' })).id;
}

/** Inputs of writes to devices, rules, settings and addresses that are done when they are asked for. */
export const deviceTries: Readonly<Record<string, TrySample>> = {
  'device/ip/detail/add': async ({ boss }) => ({
    groupId: (await boss.call(ipGroup.add, { name: word(), code: word() })).id,
    value: `10.98.${(made += 1)}.0/24`,
    kind: 'cidr',
  }),
  'device/ip/detail/enable': async (house) => ({ ids: [await address(house)], status: 0 }),
  'device/ip/detail/update': async (house) => ({ id: await address(house), version: 1, remark: word() }),
  'whiteList/update': async (house) => {
    const draft = { list: 'login' as const, employeeId: await house.person(), reason: word(), until: Date.now() + 20 * 86_400_000 };
    return { id: (await house.boss.call(whiteEntry.add, draft)).id, version: 1, reason: word() };
  },
  'device/info/update': async (house) => ({ id: await device(house), version: 1, name: word(), remark: 'x' }),
  'device/bind/rule/assign': async (house) => {
    const { id: ruleId } = await house.boss.call(bindRule.add, { name: word() });
    return { ruleId, kind: 'employee', add: [await house.person()] };
  },
  'user/device/bind/config/update': async ({ boss }) => {
    const { version, remindHours } = await boss.call(bindConfigGet, {});
    return { version, remindHours: remindHours === 24 ? 25 : 24 };
  },
  'whiteListEnabled/safeDevice/update': async ({ boss }) => {
    const { version, binding } = await boss.call(whiteSwitchGet, {});
    return { version, binding: binding === 1 ? 0 : 1 };
  },
  'terminal/policy/update': async ({ boss }) => {
    const { version, accessMinutes } = await boss.call(terminalPolicyGet, {});
    return { version, accessMinutes: accessMinutes === 240 ? 241 : 240 };
  },
  'gesture/config/update': async ({ boss }) => {
    const { version, pinLength } = await boss.call(gestureConfigGet, {});
    return { version, pinLength: pinLength === 6 ? 7 : 6 };
  },
};
