import { platformNames, platforms } from '#kit/common/client/platforms.ts';

/** What a platform of terminals is called. */
export const platformText = (platform: number): string => {
  const known = platforms.find((one) => one === platform);
  return known === undefined ? String(platform) : platformNames[known];
};
