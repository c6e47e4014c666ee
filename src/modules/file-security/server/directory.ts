import { createDirectory } from '#modules/people/server/public.ts';

/** People and departments, for kinds and queries, which are values made before there are services. */
export const directory = createDirectory();

/** Id of the role that holds everybody who holds no other. */
export const everyoneRoleId = '00000000-0000-7000-8000-000000000211';
/** Id of the one row of what holds outside. */
export const outerNetId = '00000000-0000-7000-8000-000000000212';
/** Id of the one row of encryption settings. */
export const fileEncryptionId = '00000000-0000-7000-8000-000000000213';
