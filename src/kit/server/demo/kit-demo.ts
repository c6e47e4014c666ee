import type { z } from 'zod';
import { sessionEnd, sessionList } from '#kit/common/session/session.contract.ts';
import { preferenceSave } from '#kit/common/session/preference.contract.ts';
import { demoCast } from './demo-cast.ts';
import type { DemoPart, DemoStage } from './demo-part.ts';

const script = 'python-requests/2.32.3';

/** What concerns the console itself: sign-ins that failed, sessions that were ended, views that people keep. */
export const kitDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(6, '18:20', 8), what: keepViews },
    { at: calendar.at(14, '03:12', 8), what: guessing('203.0.113.45', ['root', 'administrator', 'admin1', 'test', 'guest', 'oracle']) },
    { at: calendar.at(31, '08:58', 9), what: async (stage) => stage.guess(demoCast.japanHr.account, demoCast.japanHr) },
    { at: calendar.at(31, '08:59', 9), what: async (stage) => void (await stage.as(demoCast.japanHr)) },
    { at: calendar.at(39, '18:05', 8), what: endOthers },
    { at: calendar.at(56, '02:41', 8), what: guessing('198.51.100.7', ['root', 'root', 'root', 'root', 'root', 'root']) },
  ],
};

/** Somebody outside tries accounts. */
function guessing(address: string, accounts: readonly string[]) {
  return async (stage: DemoStage): Promise<void> => {
    for (const account of accounts) await stage.guess(account, { address, userAgent: script });
  };
}

async function keepViews(stage: DemoStage): Promise<void> {
  const views: z.core.util.JSONType = [
    { name: '未填手机号', filters: { empty: 'mobile' } },
    { name: '外包人员', filters: { employmentType: ['outsourced', 'contractor'] } },
    { name: '本月入职', filters: {}, sort: '-hireDate' },
  ];
  const key = 'views./api/muc/employee/list';
  await (await stage.as(demoCast.admin)).call(preferenceSave, { key, value: views });
  const own = [{ name: '契約社員', filters: { employmentType: ['contractor'] } }];
  await (await stage.as(demoCast.japanHr)).call(preferenceSave, { key, value: own });
}

/** An old session on another computer is ended. */
async function endOthers(stage: DemoStage): Promise<void> {
  await stage.as({ ...demoCast.chief, address: '10.8.1.77' });
  const actor = await stage.as(demoCast.chief);
  const { list } = await actor.call(sessionList, {});
  const others = list.filter(({ current }) => !current).map(({ id }) => id);
  if (others.length > 0) await actor.call(sessionEnd, { ids: others });
}
