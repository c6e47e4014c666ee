import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { streamAdd, streamEnable } from '../common/stream.contract.ts';

let made = 0;
const word = (): string => `logs${(made += 1)}`;

/** A receiver that is never reached. */
const receiver = async (house: House, enabled = false): Promise<{ id: string; version: number }> => {
  const { id } = await house.boss.call(streamAdd, { name: word(), host: 'siem.example' });
  if (enabled) await house.boss.call(streamEnable, { ids: [id] });
  return { id, version: enabled ? 2 : 1 };
};

/** Inputs of writes to receivers of logs. */
export const tries: Readonly<Record<string, TrySample>> = {
  'logs/stream/add': async () => ({ name: word(), host: 'siem.example' }),
  'logs/stream/update': async (house) => ({ ...(await receiver(house)), port: 6515 }),
  'logs/stream/enable': async (house) => ({ ids: [(await receiver(house)).id] }),
  'logs/stream/disable': async (house) => ({ ids: [(await receiver(house, true)).id] }),
  'logs/stream/delete': async (house) => ({ ids: [(await receiver(house)).id] }),
};
