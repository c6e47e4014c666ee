import { rootDepartmentId } from '#modules/people/common/root.ts';
import { alarmRule } from '../common/alarm.contract.ts';
import { noticePersonAdd } from '#modules/warnings/common/notice-person.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;

const person = async (house: House): Promise<string> => {
  made += 1;
  const draft = { name: `Calls ${made}`, webhookUrl: `https://notice-${made}.invalid/hook`, channels: ['webhook' as const] };
  return (await house.boss.call(noticePersonAdd, draft)).id;
};

/** Inputs of writes to what concerns calls of interfaces. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mas/alarmRule/mute': async (house) => {
    const { id } = await house.boss.call(alarmRule.add, { name: `Mute ${(made += 1)}`, ownerDeptId: rootDepartmentId });
    return { ids: [id], until: 4_102_444_800_000, reason: 'Maintenance' };
  },
  'mas/alarmPerson/save': async (house) => ({ ids: [await person(house)] }),
};
