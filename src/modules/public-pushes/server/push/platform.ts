import type { Db } from '#kit/server/directory.ts';
import { mpmSettings } from '#modules/public-accounts/server/public.ts';

/** What holds for the pushes of all accounts. */
export type PlatformRules = Awaited<ReturnType<typeof mpmSettings.read>>;

/** What holds for the pushes of all accounts. */
export const platformRules = (db: Db): Promise<PlatformRules> => mpmSettings.read(db);
