import { subject } from '#kit/console/page/subject.ts';

/** Servers, platforms and processes, for labels. */
export const serverConfig = subject('servers', 'serverConfig');
export const platform = subject('servers', 'platform');
export const node = subject('servers', 'node');
