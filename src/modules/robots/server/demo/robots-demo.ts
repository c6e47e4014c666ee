import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { companyActions } from './company-demo.ts';
import { openAssistants, ownActions } from './own-demo.ts';

/** Robots of the sample company, the roles and settings that hold for them, and the assistants that some people use. */
export const robotsDemo: DemoPart = {
  actions: ({ calendar }) => {
    const at = (day: number, time: string): number => calendar.at(day, time, 8);
    return [...companyActions(at), ...ownActions(at)];
  },
  night: openAssistants,
};
