import { userManagement } from '#modules/people/common/permissions.ts';
import { recycleBin } from '#modules/recycle-bin/common/permissions.ts';
import { givenTo, reads, versioned, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import { resourceSave } from '../common/resource.contract.ts';
import { sysRole } from '../common/role.contract.ts';
import { resourceTries, roleTries } from './tries.ts';
import { below, deletedByIds, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

let made = 0;
const word = (): string => `system${(made += 1)}`;
const administrators: RoleArea = { area: 'sys', contract: sysRole };

/** Samples of the module system. */
export const conformance: ModuleSamples = {
  tries: { ...resourceTries, ...roleTries },
  ranges,
  orders: {
    resource: {
      add: { path: resourceSave.path, make: async () => ({ code: word(), names: { zh_CN: 'x' }, parent: null }) },
      reorder: { path: 'sys/resource/reorder' },
      shared: `select parent, order_no from resource where origin = 'custom' group by parent, order_no having count(*) > 1`,
    },
  },
  restores: {
    sysRole: deletedByIds('role/sys/delete', async (house) => {
      const { boss } = house;
      const exclusiveWith = [await house.role({})];
      const { roleId } = await boss.call(sysRole.save, { name: word(), code: word(), exclusiveWith, memberDays: 90, needsFactor: true });
      const range = { kind: 'chosen' as const, departmentIds: [await house.department(word())] };
      await house.shape(roleId, { codes: [recycleBin.code, recycleBin.button.restore], range });
      return givenTo(house, administrators, roleId);
    }),
    resource: { path: 'sys/resource/delete' },
  },
  roleAreas: [administrators],
  roles: {
    'role/sys/resources': reads(),
    'role/sys/ranges': reads(),
    'role/sys/saveResources': versioned(() => ({ codes: [userManagement.code] })),
    'role/sys/saveRanges': versioned(({ world }) => ({ range: { kind: 'chosen', departmentIds: [world.north] } })),
    'role/sys/exportHolders': { alike: ({ role }) => [{ filter: { roleId: role } }] },
    'role/sys/endSession': { free: 'Names people' },
    'role/sys/resetFactor': { free: 'Names people' },
    'role/sys/reactivate': { free: 'Names people' },
    'role/viewAs': { free: 'Names people' },
    'role/reviewExport': { free: 'Names nothing; the job shows what the list of administrators shows' },
    'role/explain': { lists: ({ world }) => ({ empId: world.person, code: userManagement.code }) },
    'role/whoCan': { lists: ({ world }) => ({ pageNum: 1, pageSize: 200, empId: world.person }) },
    'role/preview': { reads: ({ role, world }) => [{ roleId: role }, { roleId: role, add: [{ kind: 'employee', id: world.person }] }] },
  },
  unasked: ['sys/resource/find'],
  telling: below('role/sys', 'search/roleEmpList exportHolders exportMembers'),
  story,
};
