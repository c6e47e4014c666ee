import type { Endpoint } from '#kit/common/contract.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { Caller } from './caller.ts';
import type { BoundRoute, Call, Handler, Services, Tx } from './services.ts';

export type { BoundRoute, Call, Handler } from './services.ts';

/** Binds a handler to its operation; the types of input and reply come from the contract. */
export function handle<E extends Endpoint>(operation: E, handler: NoInfer<Handler<E>>): BoundRoute {
  return { operation, handler: handler as BoundRoute['handler'] };
}

/** A call whose writes each run in one transaction, with `after` (its audit row, for instance) at the end of it, which is given what the work answered. */
export function callOf(
  services: Services,
  caller: Caller,
  http: Pick<Call, 'request' | 'response'>,
  after: (tx: Tx, result: unknown) => Promise<void>,
): Call {
  const { db } = services.database;
  return {
    caller,
    db,
    services,
    ...http,
    write: (work) => {
      const takeBack = caller.mark();
      return retryConflicts(() => {
        // What a transaction that was given up said of itself is said again.
        takeBack();
        return db.transaction().execute(async (tx) => {
          const result = await work(tx);
          await after(tx, result);
          return result;
        });
      });
    },
  };
}
