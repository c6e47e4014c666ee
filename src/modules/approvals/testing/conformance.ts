import type { Endpoint } from '#kit/common/contract.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { employeeDisable } from '#modules/people/common/employee.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import {
  deletedByIds,
  nobody,
  type ModuleSamples,
  type MoreSample,
  type MoreWorld,
  type Sample,
} from '../../../../tests/conformance/samples.ts';
import { hidden, missing, one, person, refused } from '../../../../tests/conformance/range/asking.ts';
import { everyCode } from '../../../../tests/conformance/range/world.ts';
import { changeApproval } from '../common/permissions.ts';
import { policyEnable, policyRemove, policySave } from '../common/policy.contract.ts';
import { requestComment } from '../common/request.contract.ts';
import { story } from './story.ts';

let made = 0;
const word = (): string => `approval${(made += 1)}`;

const ranges: Readonly<Record<string, Sample>> = {
  'change/request/list': hidden({ tab: 'all' }, ({ request }) => [request], false),
  'change/request/choices': hidden({}, () => ['employee.batchUpdate'], false),
  'change/request/get': refused(({ request }) => [{ id: request }, { id: nobody }], missing),
  'change/request/approve': refused(({ request }) => [{ id: request, version: 1 }], missing),
  'change/request/reject': refused(({ request }) => [{ id: request, version: 1, comment: 'Not at all' }], missing),
  'change/request/withdraw': refused(({ request }) => [{ id: request, version: 1 }], missing),
  'change/request/comment': refused(({ request }) => [{ id: request, comment: 'No' }], missing),
  'change/request/bypass': refused(({ request }) => [{ id: request, version: 1, comment: 'Right now, please' }], missing),
  'change/request/review': refused(({ request }) => [{ id: request, version: 1, agree: true, comment: 'Yes' }], missing),
  'change/request/delegate': one('toId', (world) => person(world.outside), { until: Date.now() + 3_600_000 }),
};

/** A change that waits for others. */
async function request(house: House): Promise<{ id: string; version: number }> {
  const approver = await house.administrator({ codes: everyCode, range: { kind: 'all' } });
  const { id } = await house.boss.call(policySave, { name: 'x', operations: ['employee.disable'], approverIds: [approver.id] });
  await house.boss.call(policyEnable, { ids: [id] });
  const asked = { ids: [await house.person()], approvalReason: 'They left last week' };
  const answer = await house.boss.ask<Endpoint>(employeeDisable, asked);
  return { id: String(Reflect.get(Object(answer.data), 'requestId')), version: 1 };
}

async function more({ house, granted }: MoreWorld): Promise<Record<string, MoreSample>> {
  const asked = await request(house);
  const seeing = [userManagement.code, changeApproval.code, userManagement.button.disable];
  // Somebody who had a say in it, and lost the right since.
  await granted.hold(seeing);
  await granted.client.call(requestComment, { id: asked.id, comment: 'Who is it?' });
  const input = { ...asked, comment: 'Because it is so' };
  return {
    'change/request/approve': { input },
    'change/request/reject': { input },
    'change/request/withdraw': { input, seeing },
    'change/request/bypass': { input, seeing },
  };
}

/** Samples of the module approvals. */
export const conformance: ModuleSamples = {
  ranges,
  restores: {
    changePolicy: deletedByIds(policyRemove.path, async ({ boss }) => {
      return (await boss.call(policySave, { name: word(), operations: ['@erase'], approverIds: [builtinAdminUid], share: 5 })).id;
    }),
  },
  more,
  unasked: ['change/request/get'],
  telling: ['change/policy/list'],
  story,
};
