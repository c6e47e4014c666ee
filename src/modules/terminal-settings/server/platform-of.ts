import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { platforms, type Platform } from '#modules/enterprise/common/limit-words.ts';

/** The platform of the terminal that calls. */
export function platformOf({ terminal }: ClientCall): Platform {
  const platform = platforms.find((one) => one === terminal.platform);
  if (platform === undefined) throw new Error(`A terminal of platform ${terminal.platform} was let in`);
  return platform;
}
