import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';

/** Who works on pushes in this process: woken where something is to be done at once. */
export const wakersOf = perProduct(() => new Set<() => void>());

/** Work on pushes begins now and not at the next look: in this process, where one works. */
export function wakePushes(services: Pick<CoreServices, 'database'>): void {
  for (const wake of wakersOf(services)) wake();
}
