import { newId } from '#kit/server/ids.ts';
import { bindRule } from '../common/rule.contract.ts';
import { bindConfigGet, gestureConfigGet, whiteSwitchGet } from '../common/settings.contract.ts';
import { whiteEntry } from '../common/white.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

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

/** Inputs of writes to devices, rules, settings and addresses that are done when they are asked for. */
export const tries: Readonly<Record<string, TrySample>> = {
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
  'gesture/config/update': async ({ boss }) => {
    const { version, pinLength } = await boss.call(gestureConfigGet, {});
    return { version, pinLength: pinLength === 6 ? 7 : 6 };
  },
};
