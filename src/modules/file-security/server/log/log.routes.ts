import { handle, type BoundRoute } from '#kit/server/handle.ts';
import {
  decisionGet,
  decisionList,
  fileLevel,
  fileTrail,
  printList,
  screenshotList,
  watermarkFind,
} from '../../common/decision.contract.ts';
import { getDecision, listDecisions } from './decisions.ts';
import { listPrints, listScreenshots } from './device-logs.ts';
import { findWatermark } from './watermarks.ts';
import { readTrail, setLevels } from './trail.ts';

/** What was decided and what then happened. */
export const logRoutes: readonly BoundRoute[] = [
  handle(decisionList, (call, input) => listDecisions(call, input)),
  handle(decisionGet, (call, { ref }) => getDecision(call, ref)),
  handle(fileTrail, (call, input) => readTrail(call, input)),
  handle(fileLevel, (call, input) => setLevels(call, input)),
  handle(watermarkFind, (call, input) => findWatermark(call, input)),
  handle(printList, (call, input) => listPrints(call, input)),
  handle(screenshotList, (call, input) => listScreenshots(call, input)),
];
