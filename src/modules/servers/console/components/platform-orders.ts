import type { Zone } from '../../common/server-facts.ts';

/** Orders of zones that can be chosen. */
export const orders = {
  outerFirst: ['outer', 'inner'],
  innerFirst: ['inner', 'outer'],
  outerOnly: ['outer'],
  innerOnly: ['inner'],
} as const satisfies Record<string, readonly Zone[]>;
export type Order = keyof typeof orders;
export const orderNames = Object.keys(orders) as Order[];
export const orderOf = (zones: readonly Zone[]): Order => orderNames.find((name) => orders[name].join() === zones.join()) ?? 'outerFirst';
