import { rootDepartmentId } from '#modules/people/common/root.ts';
import { sourceAdd, sourceEnable } from '../common/source.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const from = { kind: 'attribute' as const };
const mapping = (['externalId', 'account', 'name', 'departmentPath'] as const).map((target) => ({
  target,
  from: { ...from, name: target },
}));
const draft = () => ({
  kind: 'file' as const,
  name: `来源 ${(made += 1)}`,
  code: `try-source-${made}`,
  rootDepartmentId,
  // Of one root only one enabled source delivers departments.
  delivers: ['employees' as const, 'memberships' as const],
  config: { from: 'address', address: 'https://hr.example.com/people.csv' },
  secrets: { token: 'secret' },
  mapping,
});
const source = async ({ boss }: House): Promise<string> => (await boss.call(sourceAdd, draft())).id;
/** Its plan was read. */
const ready = async (house: House): Promise<string> => {
  const id = await source(house);
  await house.product.database.pool.query('update source_standing set plan_read = true where source_id = $1', [id]);
  return id;
};

/** Inputs of writes to sources of people. */
export const tries: Readonly<Record<string, TrySample>> = {
  'muc/source/add': async () => draft(),
  'muc/source/update': async (house) => ({ id: await source(house), version: 1, name: `改名 ${(made += 1)}` }),
  'muc/source/enable': async (house) => ({ ids: [await ready(house)] }),
  'muc/source/disable': async (house) => {
    const ids = [await ready(house)];
    await house.boss.call(sourceEnable, { ids });
    return { ids };
  },
  'muc/source/delete': async (house) => ({ ids: [await source(house)] }),
  'muc/source/alarmPeople/save': async (house) => ({ id: await source(house), version: 1, people: [{ address: 'hr@example.com' }] }),
};
