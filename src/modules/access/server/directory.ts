import { createDirectory } from '#modules/people/server/public.ts';

/** People and departments, for ranges and names. */
export const directory = createDirectory();
