import { radarAdd } from '../common/radar.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** What ends inside and is somebody's outside. */
export async function story({ world, known: { person } }: Story): Promise<Told> {
  await world.boss.call(radarAdd, {
    name: '内部到期',
    deptId: world.inside.department.id,
    dueAt: Date.now() + 20 * 86_400_000,
    ownerId: person,
  });
  return {};
}
