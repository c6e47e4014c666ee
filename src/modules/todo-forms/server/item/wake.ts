import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';

type Product = Pick<CoreServices, 'database'>;

/** Who sends answers and notices in this process: woken where something is to be done at once. */
export const sendersOf = perProduct(() => ({ answers: new Set<() => void>(), notices: new Set<() => void>() }));

/** Answers go out now and not at the next look: in this process, where one sends. */
export function wakeAnswers(product: Product): void {
  for (const wake of sendersOf(product).answers) wake();
}

/** The same for notices. */
export function wakeNotices(product: Product): void {
  for (const wake of sendersOf(product).notices) wake();
}
