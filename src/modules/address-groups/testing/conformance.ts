import type { House } from '../../../../tests/access/house.ts';
import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ipDetail } from '../common/ip-detail.contract.ts';
import { ipGroup } from '../common/ip-group.contract.ts';

let made = 0;
const word = (): string => `address${(made += 1)}`;

async function address({ boss }: House): Promise<string> {
  const { id: groupId } = await boss.call(ipGroup.add, { name: word(), code: word() });
  return (await boss.call(ipDetail.add, { groupId, value: `10.99.${(made += 1)}.0/24`, kind: 'cidr' })).id;
}

/** Samples of the module address-groups. */
export const conformance: ModuleSamples = {
  tries: {
    'device/ip/detail/add': async ({ boss }) => ({
      groupId: (await boss.call(ipGroup.add, { name: word(), code: word() })).id,
      value: `10.98.${(made += 1)}.0/24`,
      kind: 'cidr',
    }),
    'device/ip/detail/enable': async (house) => ({ ids: [await address(house)], status: 0 }),
    'device/ip/detail/update': async (house) => ({ id: await address(house), version: 1, remark: word() }),
  },
};
