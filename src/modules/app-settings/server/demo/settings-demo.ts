import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { loginLink } from '../../common/login-link.contract.ts';
import { otherConfig, otherConfigSave } from '../../common/other-config.contract.ts';

/** Links of the login page and settings of the sample company's app. */
export const settingsDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(24, '14:10', 8), what: async (stage) => settings(await stage.as(demoCast.chief)) }],
};

async function settings(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(app.list, { pageSize: 1, sort: 'createdAt' });
  const appId = list[0]?.id;
  if (appId === undefined) return;
  const help = { zh_CN: '帮助中心', en_US: 'Help', ja_JP: 'ヘルプ' };
  await actor.call(loginLink.add, { appId, name: help, kind: 'help', address: 'https://help.example.com' });
  const privacy = { zh_CN: '隐私政策', en_US: 'Privacy', ja_JP: 'プライバシーポリシー' };
  await actor.call(loginLink.add, { appId, name: privacy, kind: 'privacy', address: 'https://www.example.com/privacy' });
  const cache = { zh_CN: '缓存天数', en_US: 'Days of cache', ja_JP: 'キャッシュの日数' };
  const { id } = await actor.call(otherConfig.add, {
    appId,
    code: 'cacheDays',
    name: cache,
    type: 'integer',
    min: 1,
    max: 90,
    defaultValue: 7,
  });
  await actor.call(otherConfigSave, { appId, rows: [{ id, version: 1, rules: [{ platforms: [4, 5], value: 30 }] }] });
}
