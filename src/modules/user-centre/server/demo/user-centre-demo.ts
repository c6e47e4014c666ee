import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { DemoTown } from './company.ts';
import { founding } from './founding.ts';
import { life } from './life.ts';

/** The people and departments of the sample company, and 90 days of their life. */
export const userCentreDemo: DemoPart = {
  deeds: (stage) => {
    const town = new DemoTown(stage);
    return [...founding(town, stage), ...life(town, stage)];
  },
};
