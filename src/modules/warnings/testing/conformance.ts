import { builtinAdminUid } from '#kit/server/caller.ts';
import { noticePersonAdd } from '../common/notice-person.contract.ts';
import { ruleAdd } from '../common/rule.contract.ts';
import { below, deletedByIds, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module warnings. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    noticePerson: deletedByIds('sys/noticePerson/delete', async (house) => {
      return (await house.boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] })).id;
    }),
    warningRule: deletedByIds('sys/warning/rule/delete', async ({ boss }) => {
      const draft = { kind: 'job.stuck', name: `restored ${Date.now()}`, match: { nameHas: 'x' }, ownerId: builtinAdminUid };
      return (await boss.call(ruleAdd, draft)).id;
    }),
    silence: { stays: 'it is ended, and stays as a record of what was hidden' },
  },
  unasked: [...below('sys/warning', 'rule/list rule/get rule/replay silence/list'), ...below('sys/noticePerson', 'list get')],
  telling: below('sys/warning', 'list history notices'),
  story,
};
