import { fixed, nobody, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { convertParamGet } from '../common/conversion.contract.ts';

/** Samples of the module conversion. */
export const conformance: ModuleSamples = {
  tries: {
    'mas/convertParam/update': async (house) => {
      const { version, dpi } = await house.boss.call(convertParamGet, {});
      return { version, dpi: dpi === 144 ? 150 : 144 };
    },
  },
  ranges: {
    'mas/attachSystem/test': {
      refused: async (world) => [{ id: nobody, employeeId: world.inside.person.id, attachmentId: '1' }],
    },
  },
  restores: fixed('convertParam'),
  // It asks a system beside the product and answers steps and pages.
  unasked: ['mas/attachSystem/test'],
};
