import { testRelease } from '../common/test.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import { appIn, versionOf } from '#modules/apps/testing/made.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const dayMillis = 86_400_000;

/** A draft of a test of a new version of an app of a department, with the people of a department as testers. */
export async function testDraft(house: House, ownerDeptId = rootDepartmentId) {
  const versionId = await versionOf(house, await appIn(house, ownerDeptId));
  const testers = [{ kind: 'department' as const, id: ownerDeptId }];
  return { name: `Test ${(made += 1)}`, versionId, testers, until: Date.now() + 30 * dayMillis };
}
/** A test of a new version. */
export const newTest = async (house: House, ownerDeptId = rootDepartmentId): Promise<string> =>
  (await house.boss.call(testRelease.add, await testDraft(house, ownerDeptId))).id;

/** Inputs of writes to directed tests. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/test/add': async (house) => ({ ...(await testDraft(house)) }),
  'mam/test/update': async (house) => ({ id: await newTest(house), version: 1, name: `Test ${(made += 1)}` }),
  'mam/test/end': async (house) => ({ ids: [await newTest(house)] }),
  'mam/test/promote': async (house) => ({ id: await newTest(house) }),
};
