import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import * as contract from '../common/request.contract.ts';
import { delegate, delegations } from './delegation.ts';
import { approve, bypass, comment, reject, review, withdraw } from './request.decide.ts';
import { findRequest, readChoices, readRequests } from './request.read.ts';
import { detailView, rowView } from './request.view.ts';

const detail = async (call: Call, id: string): Promise<contract.RequestDetail> =>
  detailView(call, await findRequest(call.services, call.db, call.caller, id));

const sorted = (choices: { value: string; label: string }[]) => choices.toSorted((one, other) => one.label.localeCompare(other.label));

/** The calls of requests. */
export const requestRoutes: readonly BoundRoute[] = [
  handle(contract.requestList, async (call, input) => {
    const page = await readRequests(call.services, call.db, call.caller, input);
    const list = [];
    for (const request of page.list) list.push(await rowView(call, request));
    return { ...page, list };
  }),
  handle(contract.requestChoices, async ({ db, caller, services }) => {
    const { operations, modules, requesters } = await readChoices(db, caller);
    const { language } = caller;
    return {
      operations: sorted(operations.map((value) => ({ value, label: services.words.action(value, language) }))),
      modules: sorted(modules.map((value) => ({ value, label: services.words.moduleName(value, language) }))),
      requesters: sorted(requesters.map(({ uid, name }) => ({ value: uid, label: name }))),
    };
  }),
  handle(contract.requestGet, (call, { id }) => detail(call, id)),
  handle(contract.requestApprove, async (call, input) => {
    await approve(call, input);
    return detail(call, input.id);
  }),
  handle(contract.requestReject, async (call, input) => {
    await reject(call, input);
    return detail(call, input.id);
  }),
  handle(contract.requestWithdraw, async (call, input) => {
    await withdraw(call, input);
    return detail(call, input.id);
  }),
  handle(contract.requestComment, async (call, input) => {
    await comment(call, input);
    return detail(call, input.id);
  }),
  handle(contract.requestBypass, async (call, input) => {
    await bypass(call, input);
    return detail(call, input.id);
  }),
  handle(contract.requestReview, async (call, input) => {
    await review(call, input);
    return detail(call, input.id);
  }),
  handle(contract.delegationList, (call) => delegations(call)),
  handle(contract.requestDelegate, async (call, input) => {
    await delegate(call, input);
    return delegations(call);
  }),
];
