import { crowdAdd } from '../common/crowd.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** A dynamic group inside whose conditions and people name the other side. */
export async function story({ world, known: { department, person, crowd, beside } }: Story): Promise<Told> {
  const ownerDeptId = world.inside.department.id;
  const { id } = await world.boss.call(crowdAdd, {
    name: { zh_CN: '内部人群' },
    code: 'inside-crowd',
    ownerDeptId,
    conditions: {
      match: 'any',
      of: [
        { field: 'department', op: 'isUnder', value: [department] },
        { field: 'manager', op: 'is', value: person },
        { field: 'inCrowd', op: 'is', value: crowd },
      ],
    },
    includes: [beside],
  });
  return { ids: { crowdId: [id] }, asked: { 'muc/crowd/preview': [{ kind: 'fixed', ownerDeptId, includes: [beside] }] } };
}
