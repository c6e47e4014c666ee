import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { inboxDemo } from './inbox-demo.ts';
import { repliesDemo } from './replies-demo.ts';

/** What accounts of the sample company answer, and what is written to them. */
export const publicRepliesDemo: DemoPart = {
  actions: (stage) => [...(repliesDemo.actions?.(stage) ?? []), ...(inboxDemo.actions?.(stage) ?? [])],
  night: async (services) => {
    await repliesDemo.night?.(services);
    await inboxDemo.night?.(services);
  },
};
