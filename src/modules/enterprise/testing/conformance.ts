import { crowdOfOne } from '#modules/crowds/testing/tries.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { givenTo, reads, writes, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import { fileRule, whiteAdd } from '../common/file-rule.contract.ts';
import { memberLimitAdd } from '../common/member-limit.contract.ts';
import { newRule, tries } from './tries.ts';
import { deletedByIds, nobody, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

let made = 0;
const word = (): string => `enterprise${(made += 1)}`;
const files: RoleArea = { area: 'fmm', contract: fileRule };

/** Samples of the module enterprise. */
export const conformance: ModuleSamples = {
  tries: {
    ...tries,
    'role/fmm/assignCrowds': async (house) => ({ roleId: await newRule(house), ids: [await crowdOfOne(house)] }),
  },
  ranges,
  orders: {
    memberLimit: {
      add: { path: 'im/memberLimit/add' },
      reorder: { path: 'im/memberLimit/reorder' },
      shared: sharedPlaces('member_limit', 'priority'),
    },
  },
  restores: {
    fmmRole: deletedByIds('role/fmm/delete', async (house) => {
      const rule = { name: word(), code: word(), terminalType: 2, ruleType: 3, ownerDeptId: rootDepartmentId } as const;
      const { roleId } = await house.boss.call(fileRule.save, rule);
      await house.boss.call(whiteAdd, { roleId, ids: [await house.person()], reason: 'On the road' });
      return givenTo(house, files, roleId);
    }),
    fileWhite: { path: 'role/fmm/whiteList/remove' },
    memberLimit: deletedByIds('im/memberLimit/delete', async (house) => {
      const from = [{ kind: 'employee' as const, id: await house.person() }];
      const to = [
        { kind: 'crowd' as const, id: await crowdOfOne(house) },
        { kind: 'department' as const, id: await house.department(word()) },
      ];
      const draft = { name: word(), ownerDeptId: rootDepartmentId, from, to, exceptions: [await house.person()] };
      return (await house.boss.call(memberLimitAdd, draft)).id;
    }),
  },
  roleAreas: [files],
  roles: {
    'role/fmm/whiteList/list': reads({ pageNum: 1, pageSize: 200 }),
    'role/fmm/whiteList/add': writes(({ world }) => ({ ids: [world.person], reason: 'x' })),
    'role/fmm/whiteList/remove': writes(({ world }) => ({ ids: [world.person] })),
    'role/fmm/whiteList/export': reads(),
    'role/fmm/whiteList/import': reads({ fileId: nobody }),
  },
  telling: ['role/fmm/search/roleEmpList', 'im/memberLimit/list', 'im/limit/simulate'],
  story,
};
