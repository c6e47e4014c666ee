import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { contactCheck, contactImpact, contactTrace, contactViewers } from '../../common/insight.contract.ts';
import { checkPairs, traceOf, viewersOf } from './check.ts';
import { impactOf } from './impact.ts';
import { previewRoutes } from './preview.ts';

/** What decides, explained, and what a change would do. */
export const insightRoutes: readonly BoundRoute[] = [
  handle(contactImpact, (call, { draft }) => {
    call.caller.scope();
    return impactOf(call, [draft]);
  }),
  handle(contactCheck, (call, input) => checkPairs(call, input)),
  handle(contactViewers, (call, input) => viewersOf(call, input)),
  handle(contactTrace, (call, { ref }) => traceOf(call, ref)),
  ...previewRoutes,
];
