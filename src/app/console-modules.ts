import type { ConsoleModule } from '#kit/console/routes/page-route.ts';

/** Every module of the console. */
export const consoleModules: readonly ConsoleModule[] = [];
