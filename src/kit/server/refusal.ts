import { code, type Issue } from '#kit/common/codes.ts';
import type { KeptText } from './texts.ts';

/**
 * A business refusal: answered as an envelope with this code and the text `error.<code>` of its module's catalogue,
 * in the caller's language. `params` fill the text, `data` goes to the console. The transaction it is thrown in rolls back.
 */
export class Refusal extends Error {
  readonly answer: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  /** Counted in a log of its own, together with many like it: it leaves no row of the audit. */
  isLogged = false;

  constructor(answer: number, params: Readonly<Record<string, unknown>> = {}, data: unknown = null) {
    super(`Refused with ${answer}`);
    this.answer = answer;
    this.params = params;
    this.data = data;
  }
}

/** Too much at once (10429 with HTTP 429 and Retry-After, in seconds): nothing was done, the same call may be made again later. */
export class Overload extends Refusal {
  constructor(seconds: number) {
    super(code.tooMany, { seconds }, { retryAfter: seconds });
  }
}

/** More calls are waiting than can be answered soon (as Overload): refused at once, so that those before it are answered. */
export class Busy extends Overload {}

/** The first call with the same key is still at work (as Overload): its answer is had by asking again. */
export class AtWork extends Overload {
  constructor() {
    super(1);
  }
}

/** The disk is full: nothing was changed (10503 with HTTP 503 and Retry-After); readings go on. */
export class NoRoom extends Refusal {
  constructor() {
    super(code.unavailable);
  }
}

/**
 * The change would wait until others agree (11070), and they must know why it is needed: nothing was kept. The same call with the reason in
 * `field` makes the request.
 */
export class ReasonAsked extends Refusal {
  constructor(request: { field: string; min: number; max: number; needed: number }) {
    const { needed, ...reason } = request;
    super(code.approval, reason, { reason, needed });
  }
}

/** A mistake found by a rule of a service: the key of its text in a catalogue, with what fills it. */
export interface IssueDraft {
  path: string;
  namespace: string;
  key: string;
  params?: Readonly<Record<string, unknown>>;
}

/** Bad input found beyond the schema (10400): the issues are put into the caller's language when answered. */
export class InvalidInput extends Error {
  readonly issues: readonly IssueDraft[];

  constructor(issues: readonly IssueDraft[]) {
    super(`Invalid input: ${issues.map((issue) => issue.path).join(', ')}`);
    this.issues = issues;
  }
}

/** No such entity, or none that the caller may know of. */
export const notFound = (): Refusal => new Refusal(code.notFound);
/** The target is outside the caller's data range; reads the same whether it exists or not. */
export const outOfRange = (): Refusal => new Refusal(code.outOfRange);
/** A right that is missing, by the code of the page or button that gives it. */
export const notGranted = (needed: string): Refusal => new Refusal(code.notGranted, { code: needed }, { code: needed });
/** Refuses (65002) where a button that the input asks for is not granted: what every call of an operation needs stands in its contract. */
export function assertCan(caller: { can(code: string): boolean }, button: string): void {
  if (!caller.can(button)) throw notGranted(button);
}
/** Changed by someone else since it was read; carries the entity as it is now. */
export const stale = (current: unknown): Refusal => new Refusal(code.stale, {}, { current });
/** A name or code that is already taken. */
export const taken = (field: string): Refusal => new Refusal(code.taken, { field }, { field });
/** Still in use, by these. */
export const inUse = (usedBy: readonly { kind: string; id: string; name: string }[]): Refusal => new Refusal(code.inUse, {}, { usedBy });
/** This transition is not allowed from the present state; `said` is what people call that state. */
export const wrongState = (state: string, said?: KeptText): Refusal => new Refusal(code.wrongState, { state: said ?? state }, { state });

/** The body of a 10400 answer. */
export interface InvalidData {
  issues: Issue[];
}
