import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { database } from '../../common/connection.contract.ts';
import { definitions } from '../../common/definition.ts';
import { globalParam } from '../../common/global-param.contract.ts';
import { interfaceAdd, interfacePublish } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { accessKeyAdd, accessSystem, grantSave } from '../../common/system.contract.ts';
import { callsOfTheDay } from './calls-demo.ts';
import { connectionsDemo } from './connections-demo.ts';

/** What the sample company connected: its ERP, its HR database, and a partner that may ask for orders. */
export const accessDemo: DemoPart = {
  night: callsOfTheDay,
  actions: ({ calendar }) => [
    { at: calendar.at(14, '10:05', 8), what: async (stage) => systems(await stage.as(demoCast.chief)) },
    { at: calendar.at(15, '14:20', 8), what: async (stage) => people(await stage.as(demoCast.chief)) },
    { at: calendar.at(16, '16:10', 8), what: async (stage) => connectionsDemo(await stage.as(demoCast.chief)) },
  ],
};

async function systems(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  await actor.call(globalParam.add, { name: 'tenant', group: 'ERP', value: '8800', description: 'ERP 租户' });
  const erp = await actor.call(accessSystem.add, { name: 'ERP 订单系统', code: 'erp', ownerDeptId, description: '订单、库存与发货' });
  const partner = await actor.call(accessSystem.add, {
    name: '物流伙伴',
    code: 'logistics',
    ownerDeptId,
    provides: false,
    calls: true,
    rate: 10,
    burst: 20,
  });
  const { id: prefixId } = await actor.call(interfacePrefix.add, {
    name: '订单',
    systemId: erp.id,
    code: 'orders',
    addresses: [{ url: 'https://erp.example.com/api' }],
  });
  const order = definitions.http.parse({
    params: [
      { name: 'id', required: true },
      { name: 'who', from: 'caller', value: 'account' },
    ],
    target: {
      kind: 'http',
      path: '/orders/{id}',
      query: [{ name: 'by', value: '{who}' }],
      headers: [{ name: 'X-Tenant', value: '{{g.tenant}}' }],
    },
    cache: { on: true, ttlSeconds: 60, staleSeconds: 3600, by: 'employee' },
  });
  const { id } = await actor.call(interfaceAdd.http, {
    prefixId,
    code: 'order',
    name: '查询订单',
    callers: ['terminals', 'systems'],
    tags: ['ERP'],
    definition: order,
  });
  await actor.call(interfacePublish, { id, version: 1, note: '首次发布', enable: true });
  await actor.call(grantSave, { granteeId: partner.id, targetIds: [id], rate: 5, reason: '按合同查询订单状态' });
  await actor.call(accessKeyAdd, { systemId: partner.id, name: '订单查询' });
  const create = definitions.http.parse({
    methods: ['POST'],
    params: [
      { name: 'orderNo', from: 'body', required: true },
      { name: 'items', from: 'body', type: 'array', required: true },
    ],
    target: { kind: 'http', method: 'POST', path: '/orders', body: 'json' },
    behaviour: { retries: 0 },
  });
  await actor.call(interfaceAdd.http, { prefixId, code: 'order-create', name: '提交订单', tags: ['ERP'], definition: create });
}

async function people(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const { id: databaseId } = await actor.call(database.add, {
    name: '人事库',
    host: 'hr-db.example.com',
    database: 'hr',
    account: 'reader',
    secret: 'a-password-of-the-sample',
    ownerDeptId,
  });
  const hr = await actor.call(accessSystem.add, { name: '人事系统', code: 'hr', ownerDeptId, calls: true });
  const { id: prefixId } = await actor.call(interfacePrefix.add, { name: '考勤', systemId: hr.id, code: 'attendance' });
  const definition = definitions.database.parse({
    params: [
      { name: 'month', required: true, pattern: String.raw`\d{4}-\d{2}` },
      { name: 'uid', from: 'caller', value: 'uid' },
    ],
    target: {
      kind: 'database',
      databaseId,
      mode: 'page',
      sql: "select day, state\nfrom attendance\nwhere uid = :uid and to_char(day, 'YYYY-MM') = :month\norder by day",
    },
  });
  const { id } = await actor.call(interfaceAdd.database, { prefixId, code: 'month', name: '我的考勤', tags: ['HR'], definition });
  await actor.call(interfacePublish, { id, version: 1, note: '移动端考勤页使用', enable: true });
}
