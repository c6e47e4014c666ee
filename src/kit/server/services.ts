import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed, Reply } from '#kit/common/contract.ts';
import type { SignInSide } from '#kit/common/session/sign-in-facts.ts';
import type { Caller } from './caller.ts';
import type { DryRun } from './change/dry-run-result.ts';
import type { PlanData } from './change/plan/plan.table.ts';
import type { Db, Tx } from './directory.ts';
import type { CoreServices } from './services/core-services.ts';
import type { RegisteredParts } from './services/registered-parts.ts';
import type { Entrant, Found, LoginEntry, SignsOfPeople, TerminalWay } from './session/sign-in-ways.ts';
import type { TextParams } from './texts.ts';

export type { CoreServices } from './services/core-services.ts';
export type { DeclaredParts } from './services/declared-parts.ts';
export type { MachineServices } from './services/machine-services.ts';
export type { Live, MessageServices } from './services/message-services.ts';
export type { Credentials, GrantsOf, PeopleServices, Sessions } from './services/people-services.ts';
export type { SessionView, Viewed } from './session/session-view.ts';
export type { Db, Tx };

/**
 * Everything a handler may use beside the database and the caller. Made once, in `src/app`. A function names the narrow part that it needs
 * (`MachineServices`, `PeopleServices`, …) or picks members; here stand only the parts that are given all of it themselves.
 */
export interface Services extends CoreServices, RegisteredParts {
  /** Ways to sign in beside the password of this product, and the rules for all of them. */
  readonly signIn?: SignInWays;
  /** Decides which writes need approval; none where no module does. */
  readonly approvals?: Approvals;
  readonly jobs: Jobs;
  /** Every operation with its handler and module, for calls that are done later than they were asked for. */
  readonly routes: readonly { readonly module: string; readonly route: BoundRoute }[];
}

/** Context of one call, given to its handler. */
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

/** Progress of a job as people see it. */
export interface Progress {
  done: number;
  total: number | null;
  failed: number;
}

/** Context of a running job. */
export interface JobContext {
  readonly jobId: string;
  /** The person it works for, with the grants of now. Throws 65002-like refusals when they were lost. */
  readonly caller: Caller;
  readonly services: Services;
  /** Aborted when the job is cancelled, the process drains or the person lost the right. */
  readonly signal: AbortSignal;
  progress(progress: Progress): Promise<void>;
}

/** A kind of long work; registered once at start. `payload` and `result` are JSON. */
export interface JobKind<P, R> {
  readonly kind: string;
  /** Key of the title in a catalogue. */
  readonly title: { readonly namespace: string; readonly key: string };
  /** Resource code the person must still hold while it runs; its range is that of the job's caller. */
  readonly code: string | null | ((payload: P) => string | null);
  /** Placeholders of the title. */
  params?(payload: P): TextParams;
  /** Jobs of the same key run one after another, on whatever node. */
  exclusive?(payload: P): string;
  /** Runs again from the start after a crash: it must find by itself what is already done. */
  run(context: JobContext, payload: P): Promise<R>;
  /** Called when the job is over without being done, also when it never ran: cancelled while it waited, its person without the right, given up after crashes. */
  over?(db: Db, payload: P, state: 'failed' | 'cancelled'): Promise<void>;
}

/** Long work: shown in the job tray, cancelled, resumed after a restart, never run twice at once. */
export interface Jobs {
  register<P, R>(kind: JobKind<P, R>): void;
  /** Starts a job in the caller's transaction: it begins only if that commits. Answers its id. */
  start<P, R>(tx: Db, caller: Caller, kind: JobKind<P, R>, payload: P): Promise<string>;
  /** The kind of a job by its name, undefined when this version has none. */
  kindOf(kind: string): JobKind<never, unknown> | undefined;
}

/** A write that was asked for and is allowed to its caller. */
export interface AskedWrite {
  readonly module: string;
  readonly route: BoundRoute;
  /** The parsed input. */
  readonly request: unknown;
  /** Why it is needed, in the words of who asks; null where nothing was said. */
  readonly reason: string | null;
}

/** A plan that is to be applied. */
export interface AskedPlan {
  readonly plan: PlanData;
  readonly reason: string | null;
  /** Whether the call is interactive, so that a reason can be asked for; a job is not. */
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
  holdPlan(tx: Tx, services: Services, caller: Caller, request: AskedPlan): Promise<string | undefined>;
  /** Ends the requests that wait for a discarded plan. */
  planGone(tx: Tx, planId: string): Promise<void>;
  /** Approval that a previewed write would need; undefined when none. */
  foresee(call: Call, operation: Endpoint, previewed: DryRun): Promise<{ needed: number } | undefined>;
  /** Number of requests that wait for this person. */
  waiting(services: Services, caller: Caller): Promise<number>;
}

/** Ways to sign in beside the password of this product, and the rules that hold for all of them. A module provides them. */
export interface SignInWays extends SignsOfPeople {
  /** Sign-in methods of the login page in its order, with `local` while it is open. */
  entries(call: Call): Promise<readonly LoginEntry[]>;
  /** Whether signing in with the product's own password is possible now. */
  localOpen(db: Db, now: number, side: SignInSide): Promise<boolean>;
  /** The ways that terminals of a platform are offered, in their order. */
  forTerminals(db: Db, platform: number, appKey?: string): Promise<readonly TerminalWay[]>;
  /** The kind of a way by its code; undefined where there is no such way. */
  kindOf(db: Db, way: string): Promise<string | undefined>;
  /** Lets another system look at a password. Refuses with 10502 when that system does not answer, 10404 when there is no such way. */
  byPassword(call: Call, given: { way: string; account: string; password: string; side: SignInSide }): Promise<Found>;
  /** Uses a one-time ticket up. */
  byTicket(call: Call, given: { way: string; ticket: string }): Promise<Found>;
  /** The last word before a session begins: refuses who may not come in from here or now; `factor` asks for a second factor in any case. */
  admit(call: Call, entrant: Entrant): Promise<{ factor: boolean }>;
  /** Counts a sign-in, in the transaction that begins the session. */
  entered(tx: Tx, entrant: Entrant, now: number): Promise<void>;
  /** Notes by what another system knows a session, in the transaction that begins it. */
  began(tx: Tx, session: { id: string; uid: string; way: string; link: string }, services: Services): Promise<void>;
  /** Address to which a browser goes on signing out so that the session ends in the other system too; null where it ends here alone. Makes no outbound call. */
  left(tx: Tx, sessionId: string, services: Services): Promise<string | null>;
  /** Counts a refused one. */
  refused(db: Db, way: string, now: number): Promise<void>;
}
