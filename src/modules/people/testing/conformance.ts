import { below, deletedByIds, fixed, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { departmentAdd } from '../common/department.contract.ts';
import { rootDepartmentId } from '../common/root.ts';
import { word } from './made.ts';
import { lifeSamples } from './ranges-life.ts';
import { peoplePage } from './ranges-page.ts';
import { departmentRanges, peopleRanges } from './ranges.ts';
import { story } from './story.ts';
import { extraTries } from './tries-extra.ts';
import { lifeTries } from './tries-life.ts';
import { departmentTries, peopleTries } from './tries.ts';

/** Samples of the module people. */
export const conformance: ModuleSamples = {
  tries: { ...departmentTries, ...peopleTries, ...lifeTries, ...extraTries },
  ranges: {
    ...peopleRanges,
    ...departmentRanges,
    ...lifeSamples,
    ...peoplePage,
    'muc/extra/usage': { free: 'it answers numbers of what lies in the range, and values of these alone' },
  },
  orders: {
    department: {
      add: { path: departmentAdd.path, make: async () => ({ parentId: rootDepartmentId, name: { zh_CN: word() } }) },
      reorder: { path: 'muc/dept/reorder' },
      shared: sharedPlaces('department', 'order_no', 'parent_id'),
    },
    extraField: {
      add: { path: 'muc/extra/add' },
      reorder: { path: 'muc/extra/reorder' },
      shared: sharedPlaces('extra_field', 'order_no', 'target'),
    },
    employee: { free: 'its place in a department is a number that an administrator chooses; several may have the same' },
  },
  restores: {
    department: deletedByIds('muc/dept/delete', async (house) => {
      const managerIds = [await house.person()];
      const name = { zh_CN: word(), en_US: word(), ja_JP: word() };
      return (await house.boss.call(departmentAdd, { parentId: rootDepartmentId, name, code: word(), managerIds, phone: '1' })).id;
    }),
    employee: { path: 'muc/employee/delete' },
    extraField: { path: 'muc/extra/delete' },
    life: { stays: 'what is planned is cancelled, and what was done stays as proof' },
    ...fixed('peopleSetting'),
  },
  more: async ({ changed, ruled }) => ({ 'muc/dept/merge': { input: { sourceIds: [ruled], targetId: changed.id } } }),
  unasked: below('muc', 'setting/get dept/move/preview dept/merge/preview picture/batchGet employee/rehire/offer'),
  telling: [...below('muc/employee', 'list lifecycle/get holdings export')],
  story,
};
