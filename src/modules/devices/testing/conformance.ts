import { bindRule, ruleAssign } from '../common/rule.contract.ts';
import { below, fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module devices. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    ruleMember: {
      path: 'device/bind/rule/assign',
      make: async (house) => {
        const { id: ruleId } = await house.boss.call(bindRule.add, { name: `restored ${Date.now()}` });
        const member = await house.person();
        await house.boss.call(ruleAssign, { ruleId, kind: 'employee', add: [member] });
        return { ruleId, kind: 'employee', remove: [member] };
      },
    },
    device: { stays: 'devices are retired, so that their keys never open anything again' },
    ...fixed('bindConfig', 'gestureConfig', 'unbindErase', 'whiteListSwitch'),
  },
  more: async () => ({ 'device/bind/impact': { input: { kind: 'switch' } } }),
  // The application of the story is on no device.
  unasked: ['mam/erase/preview'],
  telling: below('device', 'info/get erase/get bind/rule/members'),
  story,
};
