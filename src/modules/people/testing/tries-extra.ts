import { extraAdd, extraDisable, extraList } from '../common/extra/extra.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const draft = () => ({
  target: 'employee' as const,
  code: `try${(made += 1)}`,
  name: { zh_CN: `字段 ${made}`, en_US: `Field ${made}` },
  type: 'select' as const,
  options: [{ value: 'a', label: { zh_CN: '甲' } }],
  filterable: made < 10,
});
const field = async ({ boss }: House): Promise<string> => (await boss.call(extraAdd, draft())).id;

/** Inputs of writes to extra fields. */
export const extraTries: Readonly<Record<string, TrySample>> = {
  'muc/extra/add': async () => draft(),
  'muc/extra/update': async (house) => ({ id: await field(house), version: 1, name: { zh_CN: '改名' }, filterable: false }),
  'muc/extra/delete': async (house) => ({ ids: [await field(house)] }),
  'muc/extra/enable': async (house) => {
    const ids = [await field(house)];
    await house.boss.call(extraDisable, { ids });
    return { ids };
  },
  'muc/extra/disable': async (house) => ({ ids: [await field(house)] }),
  'muc/extra/reorder': async (house) => {
    // Those of departments: the other samples add to those of people meanwhile.
    for (const code of ['first', 'second'])
      await house.boss.call(extraAdd, { target: 'department', code: `${code}${(made += 1)}`, name: { zh_CN: code } });
    const { list } = await house.boss.call(extraList, { target: 'department', pageSize: 200 });
    return { target: 'department', ids: list.map(({ id }) => id).toReversed() };
  },
};
