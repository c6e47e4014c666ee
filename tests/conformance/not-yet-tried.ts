/**
 * Areas whose tries are not held to dry-run.test.ts yet: most of them foretell what then happens, but some tries touch rows, journal nothing
 * or ask for more than they declare (security/file/draft/publish, mas/grant/*, device/bind/rule/assign and others). A
 * module leaves this list once its operations pass.
 */
const notYetTried: ReadonlySet<string> = new Set([]);

const chosen = process.env['TRIED_MODULES']?.split(',');

/** Whether a module's tries are held to dry-run.test.ts; `TRIED_MODULES=apps,widgets` asks those modules alone, listed above or not. */
export const isTried = (module: string): boolean => (chosen ? chosen.includes(module) : !notYetTried.has(module));

/** Whether all modules are asked that can be. */
export const isWhole = chosen === undefined;
