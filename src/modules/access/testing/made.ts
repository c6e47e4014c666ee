import { definitions, type Definition, type InterfaceKind } from '../common/definition.ts';
import { database, dubbo, sap, soap } from '../common/connection.contract.ts';
import { interfaceAdd, interfacePublish } from '../common/interface.contract.ts';
import { interfacePrefix } from '../common/prefix.contract.ts';
import { accessSystem } from '../common/system.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';

let made = 0;
const word = (): string => `acc${(made += 1)}`;

/** A system with a prefix, of a department. */
export async function newSystem({ boss }: House, ownerDeptId: string = rootDepartmentId): Promise<{ id: string; prefixId: string }> {
  const code = word();
  const { id } = await boss.call(accessSystem.add, { name: code, code, ownerDeptId, calls: true, addressList: ['10.0.0.0/8'] });
  const addresses = [{ url: 'https://erp.example.com/api' }];
  const prefix = await boss.call(interfacePrefix.add, { name: word(), systemId: id, code: word(), addresses, secret: 'a secret word' });
  return { id, prefixId: prefix.id };
}

/** A definition of a kind, with the connection that it needs. */
export async function newDefinition({ boss }: House, kind: InterfaceKind, ownerDeptId: string = rootDepartmentId): Promise<Definition> {
  const secret = 'a secret word';
  if (kind === 'database') {
    const draft = { name: word(), host: 'db.example.com', database: 'hr', account: 'reader', secret, ownerDeptId };
    const { id } = await boss.call(database.add, draft);
    return definitions.database.parse({ target: { kind, databaseId: id, sql: 'select 1 as one' } });
  }
  if (kind === 'soap') {
    const { id } = await boss.call(soap.add, { name: word(), wsdlUrl: 'https://soap.example.com/?wsdl', ownerDeptId });
    return definitions.soap.parse({ target: { kind, soapId: id, operation: 'Add' } });
  }
  if (kind === 'sap') {
    const { id } = await boss.call(sap.add, { name: word(), host: 'sap.example.com', client: '100', account: 'rfc', secret, ownerDeptId });
    return definitions.sap.parse({ target: { kind, sapId: id, functionName: 'STFC_CONNECTION' } });
  }
  if (kind === 'dubbo') {
    const { id } = await boss.call(dubbo.add, { name: word(), addresses: ['dubbo.example.com:20880'], ownerDeptId });
    return definitions.dubbo.parse({ target: { kind, dubboId: id, service: 'com.x.UserService', method: 'list' } });
  }
  return definitions.http.parse({ target: { kind: 'http', path: '/orders' } });
}

/** An interface that is not published. */
export async function newInterface(house: House, kind: InterfaceKind = 'http', ownerDeptId: string = rootDepartmentId) {
  const system = await newSystem(house, ownerDeptId);
  const definition = await newDefinition(house, kind, ownerDeptId);
  const draft = { prefixId: system.prefixId, code: word(), name: word(), definition };
  const { id } = await house.boss.call(
    interfaceAdd[kind] as typeof interfaceAdd.http,
    draft as Parameters<typeof house.boss.call<typeof interfaceAdd.http>>[1],
  );
  return { id, system, definition };
}

/** An interface that is published and enabled. */
export async function liveInterface(house: House, ownerDeptId: string = rootDepartmentId) {
  const made_ = await newInterface(house, 'http', ownerDeptId);
  await house.boss.call(interfacePublish, { id: made_.id, version: 1, note: 'First' });
  return made_;
}

/** An unused word. */
export const accessWord = word;
