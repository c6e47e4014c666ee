import { newId } from '../../../src/kit/server/ids.ts';
import { propertyAdd } from '../../../src/modules/property/common/property.contract.ts';
import { propertyHistory, propertyValues, propertyValueSet } from '../../../src/modules/property/common/value.contract.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

const nobody = '01a00000-0000-7000-8000-00000000dead';
type Values = Record<string, unknown>;

let made = 0;
/** A property with a value outside, that value, and the line of the journal that set it. */
async function outsideValue({ boss, outside }: World): Promise<{ propertyId: string; id: string; line: string }> {
  const { id: propertyId } = await boss.call(propertyAdd, { namespace: 'range', key: `k${(made += 1)}`, description: { zh_CN: 'x' } });
  const scope = { propertyId, scopeKind: 'department' as const, scopeId: outside.department.id };
  await boss.call(propertyValueSet, { ...scope, value: 'x' });
  const [value] = (await boss.call(propertyValues, { propertyId })).list;
  const [line] = (await boss.call(propertyHistory, scope)).list;
  return { propertyId, id: value!.id, line: line!.id };
}

/** The licence is the whole site's. */
const licence: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    ['get', 'usage', 'history', 'usage/export', 'requestFile'].map((verb) => [`sys/license/${verb}`, { refused: () => [{}] }]),
  ),
  'sys/license/preview': { refused: () => [{ fileId: nobody }] },
  'sys/license/update': { refused: () => [{ fileId: nobody }] },
  'sys/license/noticePerson': { refused: () => [{ ids: [nobody] }] },
};

const property: Readonly<Record<string, Sample>> = {
  'property/list': { refused: ({ outside }) => [{ empId: outside.person.id }, { departmentId: outside.department.id }, { empId: nobody }] },
  'property/get': { free: 'What can be set is known to everybody who may set values' },
  'property/add': { refused: () => [{ namespace: 'range', key: 'mine', description: { zh_CN: 'x' } }] },
  'property/update': { refused: async (world) => [{ id: (await outsideValue(world)).propertyId, version: 1, deprecated: true }] },
  'property/delete': { refused: async (world) => [{ ids: [(await outsideValue(world)).propertyId] }] },
  'property/values': {
    hidden: async (world) => {
      const { propertyId, id } = await outsideValue(world);
      return { input: { propertyId }, ids: [id], counted: true };
    },
  },
  'property/history': {
    hidden: async (world) => {
      const { propertyId, line } = await outsideValue(world);
      return { input: { propertyId, scopeKind: 'department', scopeId: world.outside.department.id }, ids: [line], counted: false };
    },
  },
  'property/resolve': {
    refused: ({ outside }) => [{ empId: outside.person.id }, { departmentId: outside.department.id }, { empId: nobody }],
  },
  'property/value/set': {
    refused: async (world) => {
      const { propertyId } = await outsideValue(world);
      const { department, person } = world.outside;
      const scopes = [
        { scopeKind: 'department', scopeId: department.id },
        { scopeKind: 'employee', scopeId: person.id },
        { scopeKind: 'employee', scopeId: nobody },
        { scopeKind: 'role', scopeId: world.shared.id },
        { scopeKind: 'site' },
        { scopeKind: 'app', scopeId: 'im' },
        { scopeKind: 'platform', scopeId: '1' },
      ];
      return scopes.map((scope) => ({ propertyId, ...scope, value: 'mine' }));
    },
  },
  'property/value/clear': { refused: async (world) => [{ ids: [(await outsideValue(world)).id] }, { ids: [nobody] }] },
  'property/rollback': { refused: async (world) => [{ operationId: (await outsideValue(world)).line }, { operationId: nobody }] },
  'property/import/preview': { free: 'Lines outside become refused lines of the plan' },
  'property/export': { free: 'Its file holds the values of the list in the range of the right to export' },
};

const draft = (): Values => ({ name: 'Range', code: 'range', kind: 'file', addresses: [{ scheme: 'tcp', host: 'x.invalid', port: 1 }] });
/** Servers belong to the whole site: every call of somebody with a part of it is refused. */
const servers: Readonly<Record<string, Sample>> = Object.fromEntries(
  Object.entries<Values>({
    list: {},
    get: { id: nobody },
    usedBy: { id: nobody },
    add: draft(),
    update: { id: nobody, version: 1, name: 'Mine' },
    enable: { ids: [nobody] },
    disable: { ids: [nobody] },
    drain: { ids: [nobody] },
    delete: { ids: [nobody] },
    test: { id: nobody },
    confirm: { guardId: newId() },
    nodes: {},
    overview: {},
    platforms: {},
    'platforms/save': { platform: 1, version: 1, rows: [] },
    'platforms/publish': { platform: 1, version: 1 },
    'platforms/rollback': { platform: 1, version: 1, docVersion: 1 },
  }).map(([verb, input]): [string, Sample] => [`sys/server/${verb}`, { refused: () => [input] }]),
);

/** Samples of what is set for the site, or for a part of it. */
export const settings: Readonly<Record<string, Sample>> = {
  'muc/extra/usage': { free: 'it answers numbers of what lies in the range, and values of these alone' },
  ...property,
  ...licence,
  ...servers,
  'sys/supportBundle': { refused: () => [{ list: true }] },
};
