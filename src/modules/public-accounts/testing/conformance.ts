import { deletedByIds, fixed, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { departmentRow, newAccount, newLogo, userRow } from './made.ts';
import { ranges } from './ranges.ts';
import { disabled, tries } from './tries.ts';

/** Samples of the module public-accounts. */
export const conformance: ModuleSamples = {
  further: ({ known: { beside } }, idsOf) => {
    const accounts = idsOf('mpm/sno').map((snoId) => ({ snoId }));
    const people = accounts.map((one) => ({ ...one, empId: beside }));
    return {
      'mpm/sub/user/list': accounts,
      'mpm/sub/dept/list': accounts,
      'mpm/sub/group/list': accounts,
      'mpm/sub/user/explain': people,
      'mpm/sno/logoRole/explain': people,
    };
  },
  // The story has no files of audiences.
  unasked: ['mpm/sub/user/export', 'mpm/sub/dept/export', 'mpm/sub/group/export'],

  tries,
  ranges,
  orders: {
    snoLogoRole: {
      add: { path: 'mpm/sno/logoRole/add' },
      reorder: { path: 'mpm/sno/logoRole/reorder' },
      shared: sharedPlaces('sno_logo_role', 'priority', 'sno_id'),
    },
    sno: { free: 'its order is a number that an administrator chooses; several may have the same' },
  },
  restores: {
    ...fixed('mpmSetting'),
    sno: deletedByIds('mpm/sno/delete', disabled),
    snoMember: { path: 'mpm/sno/editor/remove' },
    snoUser: deletedByIds('mpm/sub/user/delete', async (house) => userRow(house, await newAccount(house), await house.person())),
    snoDept: deletedByIds('mpm/sub/dept/delete', async (house) => departmentRow(house, await newAccount(house), rootDepartmentId)),
    snoGroup: { path: 'mpm/sub/group/delete' },
    snoLogo: deletedByIds('mpm/sno/logo/delete', (house) => newLogo(house)),
  },
};
