import type { MenuResource } from '#kit/common/permission.ts';

/** Address of a page; pages of figures all have one. */
export const routeOf = ({ route }: MenuResource): string => route ?? '/home';
