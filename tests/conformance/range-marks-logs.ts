import { holdAdd } from '../../src/modules/logs/common/cleaning/hold.contract.ts';
import type { Marked } from './range-marks.ts';
import type { World } from './range-world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'beside'>;

/** What logs keep of both sides: rows that are held. */
export async function logsStory(world: World, { department, person, beside }: Known): Promise<void> {
  const { boss } = world;
  await boss.call(holdAdd, {
    name: '内部保留',
    reason: 'A dispute over pay',
    employeeIds: [person, beside],
    objectIds: [department],
    kinds: ['operation'],
  });
}
