import { propertyAdd } from '../common/property.contract.ts';
import { propertyValueSet } from '../common/value.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** A property with values on both sides. */
export async function story({ world: { boss, inside }, known }: Story): Promise<Told> {
  const { department, person, crowd, beside, guest } = known;
  const { id: propertyId } = await boss.call(propertyAdd, { namespace: 'names', key: 'shared', description: { zh_CN: 'x' } });
  for (const [scopeKind, scopeId] of [
    ['department', department],
    ['department', inside.department.id],
    ['employee', person],
    ['employee', beside],
    ['crowd', crowd],
  ] as const)
    await boss.call(propertyValueSet, { propertyId, scopeKind, scopeId, value: 'x' });
  return {
    ids: { propertyId: [propertyId] },
    asked: {
      'property/list': [beside, guest].map((empId) => ({ empId, pageSize: 200 })),
      'property/resolve': [{ empId: beside }, { empId: guest }, { departmentId: inside.department.id }],
    },
  };
}
