import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { propertyAdd, propertyList } from '../../common/property.contract.ts';
import { propertyValues, propertyValueSet } from '../../common/value.contract.ts';

/** Properties of the sample company's own, with values for the site, for companies and for a platform. */
export const propertyDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(13, '14:30', 8), what: async (stage) => define(await stage.as(demoCast.chief)) },
    { at: calendar.at(14, '09:40', 8), what: async (stage) => setValues(await stage.as(demoCast.chief)) },
    { at: calendar.at(38, '16:15', 8), what: async (stage) => change(await stage.as(demoCast.chief)) },
  ],
};

const namespace = 'galaxy';

async function define(actor: DemoActor): Promise<void> {
  await actor.call(propertyAdd, {
    namespace,
    key: 'upload.maxMegabytes',
    type: 'integer',
    default: 100,
    rules: { min: 1, max: 2048 },
    description: { zh_CN: '单个文件的上限（MB）', en_US: 'Largest file in MB', ja_JP: '1ファイルの上限（MB）' },
    exposure: 'terminal',
  });
  await actor.call(propertyAdd, {
    namespace,
    key: 'helpdesk.phone',
    default: '+86 21 5550 1000',
    description: { zh_CN: '服务台电话', en_US: 'Phone of the service desk', ja_JP: 'ヘルプデスクの電話番号' },
    exposure: 'terminal',
  });
  await actor.call(propertyAdd, {
    namespace,
    key: 'chat.stickers',
    type: 'boolean',
    default: true,
    description: { zh_CN: '聊天中的贴纸', en_US: 'Stickers in chats', ja_JP: 'チャットのスタンプ' },
    exposure: 'terminal',
  });
  await actor.call(propertyAdd, {
    namespace: 'payroll',
    key: 'interface.mode',
    default: 'off',
    rules: { enum: ['off', 'test', 'live'] },
    description: { zh_CN: '薪资接口的运行方式', en_US: 'How the payroll interface runs', ja_JP: '給与連携の動作' },
  });
}

async function idOf(actor: DemoActor, key: string): Promise<string> {
  const { list } = await actor.call(propertyList, { text: key, pageSize: 20 });
  const one = list.find((property) => property.key === key);
  if (!one) throw new Error(`The sample company has no property ${key}`);
  return one.id;
}

async function setValues(actor: DemoActor): Promise<void> {
  const [upload, phone, stickers] = [
    await idOf(actor, 'upload.maxMegabytes'),
    await idOf(actor, 'helpdesk.phone'),
    await idOf(actor, 'chat.stickers'),
  ];
  const at = async (code: string) => ({ scopeKind: 'department' as const, scopeId: await demoDepartment(actor, code) });
  await actor.call(propertyValueSet, { propertyId: upload, scopeKind: 'site', value: 200 });
  await actor.call(propertyValueSet, { propertyId: upload, scopeKind: 'platform', scopeId: '1', value: 50 });
  await actor.call(propertyValueSet, { propertyId: phone, ...(await at('JP')), value: '+81 3 5550 1000' });
  await actor.call(propertyValueSet, { propertyId: phone, ...(await at('DE')), value: '+49 89 555 0100' });
  await actor.call(propertyValueSet, { propertyId: phone, ...(await at('UK')), value: '+44 20 5550 0100' });
  await actor.call(propertyValueSet, { propertyId: stickers, ...(await at('HQ-AUD')), value: false });
  await actor.call(propertyValueSet, { propertyId: await idOf(actor, 'interface.mode'), scopeKind: 'site', value: 'test' });
}

/** A value that changed has a history. */
async function change(actor: DemoActor): Promise<void> {
  const propertyId = await idOf(actor, 'interface.mode');
  const [value] = (await actor.call(propertyValues, { propertyId })).list;
  if (!value) return;
  const reason = '上线切换';
  await actor.call(propertyValueSet, { propertyId, scopeKind: 'site', value: 'live', version: value.version, reason });
}
