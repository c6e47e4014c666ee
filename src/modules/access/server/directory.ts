import { createDirectory } from '#modules/user-centre/server/public.ts';

/** People and departments, for ranges and names. */
export const directory = createDirectory();
