import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { companyActions } from './company-demo.ts';

/** Robots of the sample company. */
export const robotsDemo: DemoPart = {
  actions: ({ calendar }) => companyActions((day, time) => calendar.at(day, time, 8)),
};
