import { group } from '../common/group.contract.ts';
import { groupType } from '../common/type.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `group${(made += 1)}`;

/** The type that comes with the product for groups of people. */
export const ordinaryTypeId = '00000000-0000-7000-8000-000000000311';

const draft = async (house: House) => ({
  name: word(),
  typeId: ordinaryTypeId,
  ownerId: await house.person(),
  ownerDeptId: rootDepartmentId,
});
const newGroup = async (house: House): Promise<string> => (await house.boss.call(group.add, await draft(house))).id;
const newType = async (house: House): Promise<string> =>
  (await house.boss.call(groupType.add, { name: { zh_CN: word() }, code: word() })).id;
const part =
  (more: Record<string, unknown>): TrySample =>
  async (house) => ({ id: await newType(house), version: 1, ...more });

/** Inputs of writes to groups and their types. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/group/add': draft,
  'im/group/update': async (house) => ({ id: await newGroup(house), version: 1, name: word() }),
  'im/group/delete': async (house) => ({ ids: [await newGroup(house)] }),
  'im/group/restore': async (house) => {
    const id = await newGroup(house);
    await house.boss.call(group.delete, { ids: [id] });
    return { ids: [id] };
  },
  'im/group/ban': async (house) => ({ ids: [await newGroup(house)] }),
  'im/group/unban': async (house) => {
    const id = await newGroup(house);
    await house.product.database.pool.query(`update im_group set state = 'banned' where id = $1`, [id]);
    return { ids: [id] };
  },
  'im/group/transfer': async (house) => ({ ids: [await newGroup(house)], ownerId: await house.person() }),
  'im/group/changeType': async (house) => ({ ids: [await newGroup(house)], typeId: await newType(house) }),
  'im/group/notice': async (house) => ({ ids: [await newGroup(house)], notice: word() }),
  'im/group/batchUpdate': async (house) => ({ ids: [await newGroup(house)], speak: 'managers' }),
  'im/groupType/info/save': part({ maxMembers: 300 }),
  'im/groupType/relateUser/save': part({ creators: [{ kind: 'department', id: rootDepartmentId }] }),
  'im/groupType/app/save': part({ apps: [{ name: { zh_CN: 'x' }, url: 'https://example.com' }] }),
  'im/groupType/helper/save': part({ helpers: [{ helper: 'welcome', mode: 'always', text: { zh_CN: 'x' } }] }),
};
