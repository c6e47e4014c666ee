import { crowdAdd, crowdPause } from '../common/crowd.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const draft = () => ({
  name: { zh_CN: `人群 ${(made += 1)}` },
  code: `try-crowd-${made}`,
  ownerDeptId: rootDepartmentId,
  conditions: { match: 'all' as const, of: [{ field: 'title', op: 'notEmpty' as const, value: null }] },
});
const crowd = async ({ boss }: House): Promise<string> => (await boss.call(crowdAdd, draft())).id;
/** A crowd that somebody is in. */
export const crowdOfOne = async (house: House): Promise<string> => {
  const { conditions: _none, ...named } = draft();
  return (await house.boss.call(crowdAdd, { ...named, kind: 'fixed', includes: [await house.person()] })).id;
};

/** Inputs of writes to crowds. */
export const tries: Readonly<Record<string, TrySample>> = {
  'muc/crowd/add': async () => draft(),
  'muc/crowd/update': async (house) => ({ id: await crowd(house), version: 1, description: 'Those with a title' }),
  'muc/crowd/delete': async (house) => ({ ids: [await crowd(house)] }),
  'muc/crowd/pause': async (house) => ({ ids: [await crowd(house)] }),
  'muc/crowd/resume': async (house) => {
    const ids = [await crowd(house)];
    await house.boss.call(crowdPause, { ids });
    return { ids };
  },
};
