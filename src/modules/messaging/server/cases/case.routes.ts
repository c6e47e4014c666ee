import { handle, type BoundRoute } from '#kit/server/handle.ts';
import {
  caseApprove,
  caseClose,
  caseExtend,
  caseGet,
  caseGroupList,
  caseList,
  caseOpen,
  caseReadLog,
  caseReject,
} from '../../common/case.contract.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import { extendCase } from './case.extend.ts';
import { closeCase, decideCase, getCase, listCases, listReadings, openCase } from './case.service.ts';
import { holdRoutes } from './hold.routes.ts';
import { reportRoutes } from './report.routes.ts';

/** Cases, reports, holds and the log of readings. */
export const caseRoutes: readonly BoundRoute[] = [
  handle(caseList, (call, input) => listCases(call, input)),
  handle(caseGet, getCase),
  handle(caseGroupList, async ({ db, services, caller }, request) => {
    const facts = groupFactsOf(services).now();
    const range = caller.scope();
    const { list, total } = await facts.search(db, range, request);
    const types = await facts.types(db, range);
    return { list, total, pages: Math.ceil(total / request.pageSize), types };
  }),
  handle(caseExtend, extendCase),
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
