import { z } from 'zod';

/** Platforms of terminals by their numbers on the wire. */
export const platforms = [1, 2, 4, 5, 8] as const;
/** One of them. */
export type Platform = (typeof platforms)[number];

/** Names of platforms, the same in every language. */
export const platformNames: Readonly<Record<Platform, string>> = { 1: 'iOS', 2: 'Android', 4: 'Windows', 5: 'macOS', 8: 'HarmonyOS' };

/** The numbers as texts, where they stand among other keys. */
export const platformKeys = platforms.map((platform) => `${platform}` as const);

/** One of them, in a contract. */
export const platformNumber = () => z.literal([...platforms]);
