import { reads, versioned } from '../../../../tests/conformance/role-areas.ts';
import { more } from './more.ts';
import { devices, tries } from './tries.ts';
import { below, fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

/** Samples of the module file-security. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    mdmRole: { path: 'role/mdm/delete' },
    fileRuleSet: { stays: 'a published version stays; what is undone is restored and published again' },
    ...fixed('fileSettings', 'outerNet', 'fileEncryption'),
  },
  roleAreas: [devices],
  roles: {
    'role/mdm/resources': reads(),
    'role/mdm/saveResources': versioned(() => ({ functions: [] })),
  },
  more,
  telling: ['role/mdm/getRoleEmpList', 'user/role/group/config/query', ...below('security/file', 'simulate decision/get trail')],
  story,
};
