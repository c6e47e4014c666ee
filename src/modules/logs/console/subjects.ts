import { subject } from '#kit/console/page/subject.ts';

/** Rows of the operation log. */
export const operation = subject('logs', 'operation');
/** Lines of the log of sign-ins. */
export const login = subject('logs', 'login');
/** Days of the sealed logs. */
export const seal = subject('logs', 'seal');
/** Who looked at what. */
export const read = subject('logs', 'read');
/** Receivers of the logs. */
export const stream = subject('logs', 'stream');
/** Searches of the logs under a name. */
export const savedSearch = subject('logs', 'savedSearch');
/** Reports that go out by themselves. */
export const logReport = subject('logs', 'logReport');
