const chosen = process.env['TRIED_MODULES']?.split(',');

/** Whether a module's tries are asked: all are, but where `TRIED_MODULES=apps,widgets` names some, for working on these alone. */
export const isTried = (module: string): boolean => chosen?.includes(module) ?? true;

/** Whether all modules are asked. */
export const isWhole = chosen === undefined;
