import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed, Reply } from '#kit/common/contract.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { Caller } from './caller.ts';
import type { Db, Services, Tx } from './services.ts';

/** What a handler is given for one call. */
export interface Call {
  readonly caller: Caller;
  readonly db: Db;
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
  /**
   * Runs a write in one transaction together with its audit row; a Refusal inside rolls all of it back. Where the database gives it up for the
   * sake of another one (a deadlock) the work is done again, so that it keeps nothing outside of its transaction.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Function behind an operation. What it returns is parsed by the contract's reply, so nothing else leaves. */
export type Handler<E extends Endpoint> = (call: Call, input: Parsed<E>) => Promise<Reply<E>>;

/** An operation with its handler. */
export interface BoundRoute {
  readonly operation: Endpoint;
  readonly handler: (call: Call, input: unknown) => Promise<unknown>;
}

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
