import { fileConfigGet } from '../common/file-config.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { chatFile } from './made.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

const reason = 'Asked for by the security team';
const file = async (house: House, state?: string): Promise<string> => chatFile(house, [await house.person(), await house.person()], state);
const of =
  (more: Record<string, unknown>, state?: string): TrySample =>
  async (house) => ({ ids: [await file(house, state)], ...more });

/** Inputs of writes to files of chats and their settings. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/file/quarantine': of({ reason }),
  'im/file/expire': of({ reason }),
  'im/file/delete': of({ reason }),
  'im/file/release': of({}, 'quarantined'),
  'im/file/extend': of({ expiresAt: Date.now() + 86_400_000 }),
  'im/fileConfig/update': async (house) => {
    const { version, voiceSeconds } = await house.boss.call(fileConfigGet, {});
    return { version, voiceSeconds: voiceSeconds === 60 ? 90 : 60 };
  },
};
