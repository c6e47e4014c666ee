import type { MenuResource } from '#kit/common/permission.ts';

/** Every page of the module. */
export const mikaPages: readonly MenuResource[] = [];
