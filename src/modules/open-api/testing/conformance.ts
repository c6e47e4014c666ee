import { accessSystem } from '#modules/access/common/system.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { sysApi, sysApiCatalogue, sysApiGrant, sysApiGrants, sysApiRevoke } from '../common/open-api.contract.ts';

let made = 0;

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

/** Samples of the module open-api. */
export const conformance: ModuleSamples = {
  tries: {
    'mas/sysApi/add': async (house) => ({ code: await unpublished(house) }),
    'mas/sysApi/grant': async (house) => ({ ...(await granted(house)), rate: 7 }),
    'mas/sysApi/revoke': async (house) => {
      const { id, systemId } = await granted(house);
      return { id, systemIds: [systemId] };
    },
  },
};
