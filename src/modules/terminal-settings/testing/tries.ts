import { navPublish, navQuery, navSave } from '../common/nav.contract.ts';
import { phoneGet } from '../common/phone.contract.ts';
import { smsGatewayGet } from '../common/sms.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

const read = (house: House, platform: 1 | 2 | 4 | 5 | 8) => house.boss.call(navQuery, { platform });

/** Inputs of writes to the navigation and the setting of submitted numbers. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/nav/save': async (house) => {
    const { version, entries } = await read(house, 1);
    return { platform: 1, version, entries: entries.toReversed() };
  },
  'im/nav/publish': async (house) => ({ platform: 2, version: (await read(house, 2)).version }),
  'im/nav/rollback': async (house) => {
    const first = await house.boss.call(navPublish, { platform: 8, version: (await read(house, 8)).version });
    const { version, entries } = first;
    const saved = await house.boss.call(navSave, { platform: 8, version, entries: entries.toReversed() });
    const second = await house.boss.call(navPublish, { platform: 8, version: saved.version });
    return { platform: 8, version: second.version, navVersion: 1 };
  },
  'im/nav/copyPlatform': async (house) => {
    const { version, entries } = await read(house, 4);
    await house.boss.call(navSave, { platform: 4, version, entries: entries.toReversed() });
    return { from: 4, to: 5, version: (await read(house, 5)).version };
  },
  'im/submitPhone/save': async (house) => ({ version: (await house.boss.call(phoneGet, {})).version, mode: 'ask' }),
  'im/submitPhone/gateway/save': async (house) => ({ version: (await house.boss.call(smsGatewayGet, {})).version, sign: 'ACME' }),
};
