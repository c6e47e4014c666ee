import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { dubbo, sap, soap } from '../../common/connection.contract.ts';
import { definitions } from '../../common/definition.ts';
import { interfaceAdd } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { accessSystem } from '../../common/system.contract.ts';

/** Connections that wait for the other side: nobody has tested them, so what is made on them are drafts. */
export async function connectionsDemo(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const { id: systemId } = await actor.call(accessSystem.add, {
    name: '生产系统',
    code: 'plant',
    ownerDeptId,
    description: 'SAP、仓库服务与用户中心，二期接入',
  });
  const prefix = async (code: string, name: string): Promise<string> =>
    (await actor.call(interfacePrefix.add, { name, systemId, code })).id;
  await warehouse(actor, ownerDeptId, await prefix('stock', '库存'));
  await materials(actor, ownerDeptId, await prefix('material', '物料'));
  await users(actor, ownerDeptId, await prefix('user', '用户'));
}

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
  await actor.call(interfaceAdd.soap, { prefixId, code: 'find', name: '查询库存', tags: ['WMS'], definition });
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
  await actor.call(interfaceAdd.sap, { prefixId, code: 'availability', name: '物料可用量', tags: ['SAP'], definition: stock });
  const orders = definitions.sap.parse({
    params: [{ name: 'supplier', required: true }],
    target: { kind: 'sap', sapId: odataId, entitySet: 'A_PurchaseOrder', filters: [{ field: 'Supplier', op: 'eq', param: 'supplier' }] },
  });
  await actor.call(interfaceAdd.sap, { prefixId, code: 'purchase-orders', name: '采购订单', tags: ['SAP'], definition: orders });
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
  await actor.call(interfaceAdd.dubbo, { prefixId, code: 'card', name: '查询门禁卡', tags: ['门禁'], definition });
}
