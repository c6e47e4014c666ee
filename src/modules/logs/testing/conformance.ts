import { noticePersonAdd } from '#modules/warnings/common/notice-person.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { operationList } from '../common/operation-log.contract.ts';
import { reportSave } from '../common/saved/report.contract.ts';
import { searchSave } from '../common/saved/search.contract.ts';
import { streamAdd } from '../common/stream.contract.ts';
import { below, deletedByIds, fixed, type MoreSample, type MoreWorld, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

let made = 0;
const word = (): string => `log${(made += 1)}`;
const savedSearch = async ({ boss }: House): Promise<string> =>
  (await boss.call(searchSave, { name: word(), log: 'operation', filters: {} })).id;

async function more({ house, granted, changed }: MoreWorld): Promise<Record<string, MoreSample>> {
  const { boss } = house;
  const logged = (await boss.call(operationList, { batchId: changed.batch })).list[0]!;
  const search = await boss.call(searchSave, { name: 'x', log: 'operation', filters: {}, roleIds: [granted.roleId] });
  const { id: notice } = await boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] });
  return {
    'logs/operation/object': { input: { objectKind: 'department', objectId: changed.id }, seeing: [] },
    'logs/operation/revert': { input: { id: logged.id } },
    'logs/operation/revert/preview': { input: { id: logged.id } },
    'logs/report/save': { input: { name: 'x', searchId: search.id, schedule: 'daily', personIds: [notice] } },
  };
}

/** Samples of the module logs. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    savedSearch: deletedByIds('logs/search/delete', savedSearch),
    logReport: deletedByIds('logs/report/delete', async (house) => {
      const personIds = [(await house.boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] })).id];
      const draft = { name: word(), searchId: await savedSearch(house), schedule: 'daily' as const, personIds };
      return (await house.boss.call(reportSave, draft)).id;
    }),
    stream: deletedByIds('logs/stream/delete', async ({ boss }) => (await boss.call(streamAdd, { name: word(), host: 'siem.example' })).id),
    archiveTarget: { stays: 'no call deletes one; where a file does, its secret is in the journal' },
    ...fixed('logKind'),
  },
  more,
  unasked: [...below('logs', 'login/client/get seal/get seal/proof stream/get'), ...below('logs/clear', 'config/get estimate log/get')],
  telling: below('logs', 'operation/list report/list archive/changes export'),
  story,
};
