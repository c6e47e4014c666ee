import type { MoreSample, MoreWorld } from '../../../../tests/conformance/samples.ts';
import { newAdverts } from './tries.ts';

/** Writes to an advert of the home page; the first codes of these are those of launch adverts. */
export async function more({ house }: MoreWorld): Promise<Record<string, MoreSample>> {
  const [first, second] = await newAdverts(house, { kind: 'home', count: 2 });
  const ids = [first];
  const path = 'mam/advert';
  return {
    [`${path}/update`]: { input: { id: first, version: 1, title: { zh_CN: '新' } } },
    [`${path}/delete`]: { input: { ids } },
    [`${path}/sort`]: { input: { ids: [second, first] } },
    [`${path}/setavailable`]: { input: { ids, available: 1 } },
    [`${path}/setDisplay`]: { input: { ids, pcEnable: 0 } },
  };
}
