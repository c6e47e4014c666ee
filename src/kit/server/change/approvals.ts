import type { Endpoint } from '#kit/common/contract.ts';
import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { BoundRoute, Call } from '../handle.ts';
import type { Services } from '../services.ts';
import type { DryRun } from './dry-run.ts';
import type { PlanData } from './plan-access.ts';

/** A write that was asked for and is allowed to its caller. */
export interface AskedWrite {
  readonly module: string;
  readonly route: BoundRoute;
  /** The parsed input. */
  readonly wish: unknown;
  /** Why it is needed, in the words of who asks; null where nothing was said. */
  readonly reason: string | null;
}

/** A plan that is to be applied. */
export interface AskedPlan {
  readonly plan: PlanData;
  readonly reason: string | null;
  /** Somebody stands before the call and can be asked for the reason; a job asks nobody. */
  readonly asks?: true;
}

/**
 * Decides which writes wait until others agree. The pipeline asks before each write that can be tried (`dryRun`), plans ask when they are to
 * be applied; a module gives it (`approvals` of its ServerModule).
 */
export interface Approvals {
  /** Keeps the write and refuses it (11070 with the request's id) where a policy holds it; 11074 where nobody could agree. Without a reason it asks for one (11070 with `reason`) and keeps nothing. */
  hold(call: Call, asked: AskedWrite): Promise<void>;
  /** The same for a plan, in the caller's transaction: answers the request's id, undefined when it may go ahead. */
  holdPlan(tx: Tx, services: Services, caller: Caller, wish: AskedPlan): Promise<string | undefined>;
  /** Says that a plan was thrown away: what waits for it is over. */
  planGone(tx: Tx, planId: string): Promise<void>;
  /** What a write that was tried would wait for; undefined when for nothing. */
  foresee(call: Call, operation: Endpoint, foretold: DryRun): Promise<{ needed: number } | undefined>;
  /** How many requests wait for this person. */
  waiting(services: Services, caller: Caller): Promise<number>;
}
