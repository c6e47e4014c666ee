import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { caseApprove, caseClose, caseList, caseOpen, caseReadLog, caseReject } from '../../common/case.contract.ts';
import { closeCase, decideCase, listCases, listReadings, openCase } from './case.service.ts';
import { holdRoutes } from './hold.routes.ts';
import { reportRoutes } from './report.routes.ts';

/** Cases, reports, holds and the log of readings. */
export const caseRoutes: readonly BoundRoute[] = [
  handle(caseList, (call, input) => listCases(call, input)),
  handle(caseOpen, (call, input) => openCase(call, input)),
  handle(caseApprove, (call, input) => decideCase(call, input, true)),
  handle(caseReject, (call, input) => decideCase(call, input, false)),
  handle(caseClose, (call, input) => closeCase(call, input)),
  handle(caseReadLog, (call, input) => {
    call.caller.scope();
    return listReadings(call, input);
  }),
  ...reportRoutes,
  ...holdRoutes,
];
