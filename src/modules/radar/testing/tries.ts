import { radarAdd } from '../common/radar.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

const soon = Date.now() + 20 * 86_400_000;
let made = 0;
const draft = () => ({ name: `Ends ${(made += 1)}`, dueAt: soon });
const item = async (house: House): Promise<string> => (await house.boss.call(radarAdd, draft())).id;

/** Inputs of writes to the radar. */
export const tries: Readonly<Record<string, TrySample>> = {
  'radar/add': async () => draft(),
  'radar/update': async (house) => ({ id: await item(house), version: 1, name: 'Ends later' }),
  'radar/assign': async (house) => ({ ids: [await item(house)], ownerId: await house.person() }),
  'radar/snooze': async (house) => ({ ids: [await item(house)], until: soon, reason: 'Ordered' }),
  'radar/delete': async (house) => ({ ids: [await item(house)] }),
};
