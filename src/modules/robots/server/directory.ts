import { createDirectory } from '#modules/people/server/public.ts';

/** People and departments, for kinds and queries, which are values made before there are services. */
export const directory = createDirectory();
