import { builtInSystemId } from '#modules/access/common/system.contract.ts';
import { nobody, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { connectParam, connectWidget } from '../common/connect.contract.ts';

let made = 0;

/** A widget that is connected, and belongs to this department. */
async function connectedIn({ boss }: World, ownerDeptId: string): Promise<string> {
  made += 1;
  const draft = { name: `Range ${made}`, widgetId: `range-${made}`, systemId: builtInSystemId, ownerDeptId };
  return (await boss.call(connectWidget.add, draft)).id;
}

/** Samples of the module connect. */
export const conformance: ModuleSamples = {
  ranges: {
    'connect/widget/secret': {
      refused: async (world) => [{ id: await connectedIn(world, world.outside.department.id) }, { id: nobody }],
    },
    'connect/widget/test': {
      refused: async (world) => {
        const [good, bad] = [await connectedIn(world, world.inside.department.id), await connectedIn(world, world.outside.department.id)];
        return [
          { id: bad, employeeId: world.inside.person.id },
          { id: nobody, employeeId: world.inside.person.id },
          { id: good, employeeId: world.outside.person.id },
        ];
      },
    },
    'connect/param/resolve': {
      hidden: async (world) => {
        const { id } = await world.boss.call(connectParam.add, { name: `range${(made += 1)}`, ownerDeptId: world.outside.department.id });
        return { input: { widgetId: 'any', platform: 1 }, ids: [id] };
      },
    },
  },
};
