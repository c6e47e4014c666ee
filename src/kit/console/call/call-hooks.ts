import type { CallError } from './call-error.ts';
import type { WireOperation } from './request.ts';

/** What the client does beyond the wire; the login and the shell each connect their own. */
export interface CallHooks {
  /** Shows a message; `error` also carries facts for more than a line (missing range, request access). */
  show(message: string, error: CallError, operation: WireOperation): void;
  /** 65001 and 65003: remembers the route and goes to login. */
  signedOut(error: CallError): void;
  /** 10428: asks for the password; true when it was confirmed and the call may be repeated. */
  confirmPassword(): Promise<boolean>;
  /** 11070 without a request: asks why a change is needed to which so many must agree; undefined when it was given up. */
  askReason?(needed: number): Promise<string | undefined>;
  /** Name of a function in the reader's language by its resource code. */
  nameOf(code: string): string | undefined;
}

const quiet: CallHooks = {
  show: () => undefined,
  signedOut: () => undefined,
  confirmPassword: async () => false,
  nameOf: () => undefined,
};

let hooks: CallHooks = quiet;

/** Connects what happens around calls; what is not given stays as it was. */
export function connectCall(next: Partial<CallHooks>): void {
  hooks = { ...hooks, ...next };
}

/** The hooks as they are now. */
export const callHooks = (): CallHooks => hooks;
