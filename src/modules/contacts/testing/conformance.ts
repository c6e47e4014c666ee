import { crowdOfOne } from '#modules/crowds/testing/tries.ts';
import { givenTo, reads, versioned, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import { fieldList, fieldSave } from '../common/field.contract.ts';
import { contactRole, contactSaveRanges } from '../common/role.contract.ts';
import { specialUser } from '../common/special.contract.ts';
import { newContactRole, newSpecial, tries } from './tries.ts';
import { below, deletedByIds, fixed, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

const contact: RoleArea = { area: 'contact', contract: contactRole };
const special: RoleArea = {
  area: 'cpd',
  contract: specialUser,
  draft: async () => ({ mode: 'limited' }),
  alwaysOwned: true,
  without: ['copy', 'exportMembers', 'importMembers'],
  also: ['contact/special'],
};

/** Samples of the module contacts. */
export const conformance: ModuleSamples = {
  tries: {
    ...tries,
    'role/contact/assignCrowds': async (house) => ({ roleId: await newContactRole(house), ids: [await crowdOfOne(house)] }),
    'role/cpd/assignCrowds': async (house) => ({ roleId: await newSpecial(house), ids: [await crowdOfOne(house)] }),
  },
  ranges,
  orders: {
    contactRole: {
      reorder: { path: 'role/contact/reorder' },
      shared: 'select order_no from contact_role where order_no > 0 group by order_no having count(*) > 1',
    },
    cpdRole: {
      add: { path: 'role/cpd/save' },
      reorder: { path: 'contact/special/reorder' },
      shared: sharedPlaces('contact_special', 'priority'),
    },
    contactField: {
      reorder: {
        path: fieldSave.path,
        make: async ({ boss }) => {
          const { version, fields } = await boss.call(fieldList, {});
          return { version, fields: fields.toReversed() };
        },
      },
      shared: sharedPlaces('contact_field', 'order_no'),
    },
  },
  restores: {
    contactRole: deletedByIds('role/contact/delete', async (house) => {
      const roleId = await newContactRole(house);
      const rows = [
        { kind: 'depts' as const, ids: [await house.department(`contacts ${roleId}`)] },
        { kind: 'employees' as const, ids: [await house.person()], exclude: true },
        { kind: 'crowds' as const, ids: [await crowdOfOne(house)] },
      ];
      await house.boss.call(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows });
      return givenTo(house, contact, roleId);
    }),
    cpdRole: { path: 'role/cpd/delete' },
    contactWhite: { path: 'contact/whitelist/delete' },
    ...fixed('contactField', 'contactConfig'),
  },
  roleAreas: [contact, special],
  roles: {
    'role/contact/ranges': reads({ kind: 'auth' }),
    'role/contact/rangeCount': reads({ rows: [] }),
    'role/contact/saveRanges': versioned(() => ({ kind: 'auth', rows: [{ kind: 'self' }] })),
    'role/contact/resources': reads(),
    'role/contact/saveResources': versioned(() => ({ functions: [] })),
    'role/cpd/resources': reads(),
    'role/cpd/saveResources': versioned(() => ({ fields: [], deniedFunctions: [] })),
    'role/contact/reorder': { refused: ({ role }) => [{ ids: [role] }] },
    'role/contact/users': { alike: ({ role }) => [{ pageNum: 1, pageSize: 200, roleId: role }] },
    'role/contact/userCounts': { free: 'Names people' },
    'role/contact/export': { free: 'Names nothing; the job shows what the list shows' },
    'role/contact/usersExport': { alike: ({ role }) => [{ filter: { roleId: role } }] },
  },
  unasked: below('contact', 'whitelist/get viewers trace/get'),
  telling: ['role/contact/users', ...below('contact', 'reveal/list special/belongs/list check reveal/export')],
  story,
};
