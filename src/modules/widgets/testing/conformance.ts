import { reads, versioned } from '../../../../tests/conformance/role-areas.ts';
import { widgetRelationList } from '../common/widget-relation.contract.ts';
import { appRoles, relatedVersion, tries, widgetRoles } from './tries.ts';
import { nobody, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

/** Samples of the module widgets. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    mamRole: { path: 'role/mam/delete' },
    widgetRole: { path: 'role/widget/delete' },
    widgetVersion: { path: 'mam/widgetVersion/delete' },
    widgetRelation: { path: 'mam/widgetRelation/delete' },
    widgetRollout: { stays: 'it is finished or cancelled, and stays as a record of how the version went out' },
  },
  roleAreas: [appRoles, widgetRoles],
  roles: {
    'role/mam/resources': reads(),
    'role/mam/saveResources': versioned(() => ({ codes: [] })),
    ...Object.fromEntries(
      ['Departments', 'Crowds'].flatMap((end) => [
        [`role/mam/export${end}`, reads()],
        [`role/mam/import${end}`, reads({ fileId: nobody })],
      ]),
    ),
    'role/mam/explain': { free: 'Names a person and a widget' },
    'role/mam/export': { free: 'Names no role; the job shows what the list of app roles shows' },
    'role/mam/exportHolders': { alike: ({ role }) => [{ filter: { roleId: role } }] },
    'role/widget/resources': reads(),
    'role/widget/saveResources': versioned(() => ({ functions: [] })),
  },
  more: async ({ house }) => {
    const related = await relatedVersion(house);
    const { appId } = (await house.boss.call(widgetRelationList, { widgetVersionId: related.id })).list[0]!;
    return { 'mam/widgetRelation/save': { input: { widgetVersionId: related.id, rows: [{ appId, platform: 2, fromBuild: 5 }] } } };
  },
  telling: ['mam/widget/usedBy', 'role/mam/explain', 'role/mam/getRoleGroupList', 'role/widget/search/roleEmpList'],
  story,
};
