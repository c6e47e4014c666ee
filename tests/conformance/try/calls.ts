import { accessSystem } from '../../../src/modules/access/common/system.contract.ts';
import {
  sysApi,
  sysApiCatalogue,
  sysApiGrant,
  sysApiGrants,
  sysApiRevoke,
} from '../../../src/modules/open-api/common/open-api.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { alarmRule } from '../../../src/modules/call-logs/common/alarm.contract.ts';
import { convertParamGet } from '../../../src/modules/conversion/common/conversion.contract.ts';
import { noticePersonAdd } from '../../../src/modules/warnings/common/notice-person.contract.ts';
import type { House } from '../../access/house.ts';
import type { TrySample } from './samples.ts';

let made = 0;

const person = async (house: House): Promise<string> => {
  made += 1;
  const draft = { name: `Calls ${made}`, webhookUrl: `https://notice-${made}.invalid/hook`, channels: ['webhook' as const] };
  return (await house.boss.call(noticePersonAdd, draft)).id;
};

/** A function that is not published: where all are, one that nobody may call any more is withdrawn. */
const unpublished = async (house: House): Promise<string> => {
  const { list } = await house.boss.call(sysApiCatalogue, {});
  // Other samples publish the first.
  const free = list.findLast(({ publishedId }) => publishedId === null);
  if (free) return free.code;
  const { code, publishedId } = list.at(-1)!;
  const { list: grants } = await house.boss.call(sysApiGrants, { id: publishedId! });
  if (grants.length > 0) await house.boss.call(sysApiRevoke, { id: publishedId!, systemIds: grants.map(({ systemId }) => systemId) });
  await house.boss.call(sysApi.delete, { ids: [publishedId!] });
  return code;
};

const granted = async (house: House): Promise<{ id: string; systemId: string }> => {
  made += 1;
  const { list } = await house.boss.call(sysApi.list, {});
  const id = list[0]?.id ?? (await house.boss.call(sysApi.add, { code: 'contacts/departments' })).id;
  const code = `calls${made}`;
  const system = await house.boss.call(accessSystem.add, { name: code, code, ownerDeptId: rootDepartmentId, calls: true });
  await house.boss.call(sysApiGrant, { id, systemId: system.id });
  return { id, systemId: system.id };
};

/** Inputs of writes to what concerns calls of interfaces. */
export const callTries: Readonly<Record<string, TrySample>> = {
  'mas/convertParam/update': async (house) => {
    const { version, dpi } = await house.boss.call(convertParamGet, {});
    return { version, dpi: dpi === 144 ? 150 : 144 };
  },
  'mas/sysApi/add': async (house) => ({ code: await unpublished(house) }),
  'mas/sysApi/grant': async (house) => ({ ...(await granted(house)), rate: 7 }),
  'mas/sysApi/revoke': async (house) => {
    const { id, systemId } = await granted(house);
    return { id, systemIds: [systemId] };
  },
  'mas/alarmRule/mute': async (house) => {
    const { id } = await house.boss.call(alarmRule.add, { name: `Mute ${(made += 1)}`, ownerDeptId: rootDepartmentId });
    return { ids: [id], until: 4_102_444_800_000, reason: 'Maintenance' };
  },
  'mas/alarmPerson/save': async (house) => ({ ids: [await person(house)] }),
};
