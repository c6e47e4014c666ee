import type { Services } from './services.ts';

/** What products of one process are told apart by. */
type Product = Pick<Services, 'database'>;

/**
 * Something that each product has one of, made when it is first asked for. A process runs one product; tests run many, one after the other,
 * and what the first was asked too often must not be counted against the next.
 */
export function perProduct<T extends object, P extends Product = Product>(make: (product: P) => T): (product: P) => T {
  const made = new WeakMap<Product['database'], T>();
  return (product) => {
    const known = made.get(product.database);
    if (known !== undefined) return known;
    const own = make(product);
    made.set(product.database, own);
    return own;
  };
}

/**
 * Work of a tick that is due only so long after it was last done (milliseconds of the product's clock; one that is set back makes it due).
 * What failed is due again at the next tick.
 */
export function upkeepEvery<P extends Product & Pick<Services, 'now'>>(
  everyMillis: number,
  work: (product: P) => Promise<void>,
): (product: P) => Promise<void> {
  const lastOf = perProduct(() => ({ at: Number.NEGATIVE_INFINITY }));
  return async (product) => {
    const last = lastOf(product);
    const at = product.now();
    if (Math.abs(at - last.at) < everyMillis) return;
    await work(product);
    last.at = at;
  };
}

type Tick = (services: Services) => Promise<void>;

/** Several steps of upkeep as one, each done whatever became of the others: what fails time and again keeps nothing else from being done. */
export const inTurn =
  (...ticks: readonly Tick[]): Tick =>
  async (services) => {
    const failures: unknown[] = [];
    for (const tick of ticks) await tick(services).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Steps of the upkeep failed');
  };
