import { randomUUID } from 'node:crypto';
import type { RoleArea } from '../role-areas.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../samples.ts';
import type { World } from './world.ts';

type Contract = Pick<RoleArea['contract'], 'save' | 'find' | 'assignEmployees' | 'assignDepartments'>;

/**
 * A role, or what works like one, that holds people on both sides: made once for a world, `more` says what else it holds. `ofRole` asks a call of it
 * with inputs that are refused.
 */
export function roleOnBothSides(contract: Contract, more: (world: World, roleId: string) => Promise<unknown> = async () => undefined) {
  const role = oncePerWorld(async (world: World) => {
    const { boss, inside, outside } = world;
    const [name, code] = [randomUUID(), `range_${randomUUID().replaceAll('-', '_')}`];
    const { roleId } = (await boss.call(contract.save, { name, code, ownerDeptId: inside.department.id })) as { roleId: string };
    await boss.call(contract.assignEmployees, { roleId, ids: [inside.person.id, outside.person.id] });
    await boss.call(contract.assignDepartments, { roleId, ids: [outside.department.id] });
    await more(world, roleId);
    const { version } = (await boss.call(contract.find, { roleId })) as { version: number };
    return { roleId, version };
  });
  const ofRole = (inputs: (world: World) => readonly Values[]): Sample => ({
    refused: async (world) => {
      const { roleId } = await role(world);
      return inputs(world).map((one) => ({ roleId, ...one }));
    },
  });
  return { role, ofRole };
}

/** People of whom one at least may not be named. */
export const peopleOutside = ({ inside, outside }: World): Values[] =>
  [[outside.person.id], [inside.person.id, outside.person.id], [inside.person.id, nobody]].map((ids) => ({ ids }));
