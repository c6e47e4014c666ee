import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { companyActions } from './company-demo.ts';
import { ownDemo } from './own-demo.ts';

/** Robots and assistants of the sample company. */
export const robotsDemo: DemoPart = {
  ...ownDemo,
  actions: (stage) => [...(ownDemo.actions?.(stage) ?? []), ...companyActions((day, time) => stage.calendar.at(day, time, 8))],
};
