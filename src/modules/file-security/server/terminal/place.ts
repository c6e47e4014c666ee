import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { FactDevice } from '../rule/facts.ts';
import { deviceOfKey } from '../rule/read-device.ts';

/** Network of a calling terminal, as decisions see it. */
export interface Place {
  readonly employeeId: string;
  readonly platform: Platform;
  readonly address: string | null;
  readonly installId: string;
  readonly device: FactDevice | null;
}

/** Where the terminal is: its platform and installation as the session has them, its address as the server saw it. */
export async function placeOf(call: ClientCall): Promise<Place> {
  const { terminal, caller } = call;
  const platform = platforms.find((one) => one === terminal.platform);
  if (platform === undefined) throw new Error(`A terminal of platform ${terminal.platform} was let in`);
  const { uid, thumbprint } = sessionOf(call);
  return {
    employeeId: uid,
    platform,
    address: caller.address || null,
    installId: terminal.installId,
    device: await deviceOfKey(call.db, thumbprint),
  };
}
