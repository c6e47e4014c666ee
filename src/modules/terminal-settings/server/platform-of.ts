import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';

/** The platform of the terminal that calls. */
export function platformOf({ terminal }: ClientCall): Platform {
  const platform = platforms.find((one) => one === terminal.platform);
  if (platform === undefined) throw new Error(`A terminal of platform ${terminal.platform} was let in`);
  return platform;
}
