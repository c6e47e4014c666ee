import { convertParamGet } from '../../src/modules/conversion/common/conversion.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import type { House } from '../access/house.ts';
import type { TrySample } from './try-samples.ts';

let made = 0;

const person = async (house: House): Promise<string> => {
  made += 1;
  const draft = { name: `Calls ${made}`, webhookUrl: `https://notice-${made}.invalid/hook`, channels: ['webhook' as const] };
  return (await house.boss.call(noticePersonAdd, draft)).id;
};

/** Inputs of writes to what concerns calls of interfaces. */
export const callTries: Readonly<Record<string, TrySample>> = {
  'mas/convertParam/update': async (house) => {
    const { version, dpi } = await house.boss.call(convertParamGet, {});
    return { version, dpi: dpi === 144 ? 150 : 144 };
  },
  'mas/alarmPerson/save': async (house) => ({ ids: [await person(house)] }),
};
