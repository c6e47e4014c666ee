import { propertyAdd } from '../common/property.contract.ts';
import { propertyHistory, propertyValues, propertyValueSet } from '../common/value.contract.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

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

/** How properties and their values are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
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
