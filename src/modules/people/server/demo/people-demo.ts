import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { ahead } from './ahead.ts';
import { DemoTown } from './company.ts';
import { extraActions } from './extras.ts';
import { founding } from './founding.ts';
import { helpDesk } from './help-desk.ts';
import { life } from './life.ts';
import { milestones } from './milestones.ts';
import { today } from './today.ts';

/** The people and departments of the sample company, and 90 days of their life. */
export const peopleDemo: DemoPart = {
  actions: (stage) => {
    const town = new DemoTown(stage);
    return [founding, extraActions, milestones, life, helpDesk, today, ahead].flatMap((chapter) => chapter(town, stage));
  },
};
