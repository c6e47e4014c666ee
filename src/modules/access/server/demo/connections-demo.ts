import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { dubbo, sap, soap } from '../../common/connection.contract.ts';
import { definitions } from '../../common/definition.ts';
import { interfaceAdd, interfacePublish } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { accessSystem, grantSave } from '../../common/system.contract.ts';

/** What the company calls by other protocols than HTTP and SQL: stock by SOAP, material and purchase orders in SAP, cards by Dubbo. */
export async function connectionsDemo(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const { id: systemId } = await actor.call(accessSystem.add, {
    name: '生产系统',
    code: 'plant',
    ownerDeptId,
    description: 'SAP、仓库服务与用户中心',
  });
  const prefix = async (code: string, name: string): Promise<string> =>
    (await actor.call(interfacePrefix.add, { name, systemId, code })).id;
  await warehouse(actor, ownerDeptId, await prefix('stock', '库存'));
  await materials(actor, ownerDeptId, await prefix('material', '物料'));
  await users(actor, ownerDeptId, await prefix('user', '用户'));
}

const publish = (actor: DemoActor, id: string) =>
  actor.call(interfacePublish, { id, version: 1, note: '联调通过，首次发布', enable: true });

async function warehouse(actor: DemoActor, ownerDeptId: string, prefixId: string): Promise<void> {
  const { id: soapId } = await actor.call(soap.add, {
    name: '仓库服务',
    wsdlUrl: 'https://stock.example.com/StockService?wsdl',
    soapVersion: '1.2',
    security: 'wsseDigest',
    account: 'wheelhouse',
    secret: 'a-password-of-the-sample',
    ownerDeptId,
  });
  const definition = definitions.soap.parse({
    methods: ['POST'],
    params: [
      { name: 'articleNo', from: 'body', required: true },
      { name: 'site', from: 'body' },
    ],
    target: { kind: 'soap', soapId, operation: 'FindStock' },
    answerMap: {
      list: 'item',
      rows: [
        { to: 'articleNo', from: 'no' },
        { to: 'count', from: 'count', convert: 'number' },
      ],
    },
  });
  const { id } = await actor.call(interfaceAdd.soap, {
    prefixId,
    code: 'find',
    name: '查询库存',
    callers: ['terminals', 'systems'],
    tags: ['WMS'],
    definition,
  });
  await publish(actor, id);
  const { list } = await actor.call(accessSystem.list, { pageSize: 100 });
  const partner = list.find(({ code }) => code === 'logistics')!;
  await actor.call(grantSave, { granteeId: partner.id, targetIds: [id], rate: 5, reason: '发货前核对库存' });
}

async function materials(actor: DemoActor, ownerDeptId: string, prefixId: string): Promise<void> {
  const shared = { host: 's4.example.com', client: '100', account: 'RFC_MOBILE', secret: 'a-password-of-the-sample', ownerDeptId };
  const { id: rfcId } = await actor.call(sap.add, { ...shared, name: 'SAP S/4 函数' });
  const { id: odataId } = await actor.call(sap.add, {
    ...shared,
    name: 'SAP S/4 OData',
    mode: 'odata',
    path: '/sap/opu/odata/sap/API_PURCHASEORDER_PROCESS_SRV',
  });
  const stock = definitions.sap.parse({
    methods: ['POST'],
    params: [
      { name: 'MATERIAL', from: 'body', required: true },
      { name: 'PLANT', from: 'body' },
    ],
    target: { kind: 'sap', sapId: rfcId, functionName: 'BAPI_MATERIAL_AVAILABILITY' },
  });
  const { id: stockId } = await actor.call(interfaceAdd.sap, {
    prefixId,
    code: 'availability',
    name: '物料可用量',
    tags: ['SAP'],
    definition: stock,
  });
  await publish(actor, stockId);
  const orders = definitions.sap.parse({
    params: [{ name: 'supplier', required: true }],
    target: { kind: 'sap', sapId: odataId, entitySet: 'A_PurchaseOrder', filters: [{ field: 'Supplier', op: 'eq', param: 'supplier' }] },
  });
  const { id: ordersId } = await actor.call(interfaceAdd.sap, {
    prefixId,
    code: 'purchase-orders',
    name: '采购订单',
    tags: ['SAP'],
    definition: orders,
  });
  await publish(actor, ordersId);
}

async function users(actor: DemoActor, ownerDeptId: string, prefixId: string): Promise<void> {
  const { id: dubboId } = await actor.call(dubbo.add, {
    name: '用户中心',
    mode: 'zookeeper',
    addresses: ['zk1.example.com:2181', 'zk2.example.com:2181'],
    ownerDeptId,
  });
  const definition = definitions.dubbo.parse({
    methods: ['POST'],
    params: [{ name: 'cardNo', from: 'body', required: true, sensitive: true }],
    target: {
      kind: 'dubbo',
      dubboId,
      service: 'com.galaxy.user.CardService',
      method: 'findByCard',
      version: '1.0.0',
      args: [{ type: 'java.lang.String', param: 'cardNo' }],
    },
  });
  const { id } = await actor.call(interfaceAdd.dubbo, { prefixId, code: 'card', name: '查询门禁卡', tags: ['门禁'], definition });
  await publish(actor, id);
}
