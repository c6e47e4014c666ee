import { fixed, nobody, type ModuleSamples, type Sample } from '../../../../tests/conformance/samples.ts';
import { terminalPolicyGet } from '#modules/devices/common/terminal-policy.contract.ts';

const session = (path: string): [string, Sample] => [
  `terminal/session/${path}`,
  { refused: ({ outside }) => [{ empId: outside.person.id }, { empId: nobody }] },
];

/** Samples of the module terminal. */
export const conformance: ModuleSamples = {
  tries: {
    'terminal/policy/update': async ({ boss }) => {
      const { version, accessMinutes } = await boss.call(terminalPolicyGet, {});
      return { version, accessMinutes: accessMinutes === 240 ? 241 : 240 };
    },
  },
  ranges: Object.fromEntries(['list', 'end'].map(session)),
  restores: fixed('terminalPolicy'),
};
