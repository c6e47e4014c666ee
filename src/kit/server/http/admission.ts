import type { Endpoint } from '#kit/common/contract.ts';
import { BusyError, createWorkQueue } from '#platform/work-queue.ts';
import { Busy } from '../refusal.ts';

/** How many calls a process answers at once, and how many more may wait for that. */
export interface AdmissionLimits {
  workers: number;
  queue: number;
}

/** Three for each connection to the database: more at once are not answered sooner. What waits behind them is answered within seconds. */
const usual: AdmissionLimits = { workers: 32, queue: 600 };

/** Lets calls in: runs them, or refuses them at once where too many wait already. */
export type Admission = <T>(operation: Endpoint, work: () => Promise<T>) => Promise<T>;

/** Signing in and out and what stands before it have room of their own; files and streams last as long as their reader likes. */
const hasOwnRoom = (operation: Endpoint): boolean =>
  operation.reserved === true || 'open' in operation.access || operation.answer === 'raw' || operation.encoding === 'multipart';

/** The door of one process: under more calls than it can answer it goes on answering as many as it can. */
export function openAdmission(limits: AdmissionLimits = usual): Admission {
  const queue = createWorkQueue(limits);
  return async (operation, work) => {
    if (hasOwnRoom(operation)) return work();
    try {
      return await queue.run(work);
    } catch (error) {
      throw error instanceof BusyError ? new Busy(error.retryAfter) : error;
    }
  };
}
