import { reads, versioned } from '../../../../tests/conformance/role-areas.ts';
import { messaging, tries } from './tries.ts';
import { below, fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';

/** Samples of the module messaging. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { immRole: { path: 'role/imm/delete' }, ...fixed('imSetting') },
  roleAreas: [messaging],
  roles: {
    'role/imm/explain': { free: 'Names a person' },
    'role/imm/resources': reads(),
    'role/imm/saveResources': versioned(() => ({ functions: [] })),
  },
  telling: ['role/imm/getRoleDeptList', ...below('im', 'message/list message/recall/get report/get send/check send/refusal')],
  story,
};
