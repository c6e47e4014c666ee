import { code, type Issue } from '#kit/common/codes.ts';

/** How a call ended when it did not succeed. `refused`: an answer with a code; the others never had a usable one. */
export type CallStatus = 'refused' | 'status' | 'failed' | 'canceled';

interface CallErrorFacts {
  status: CallStatus;
  code: number;
  msg: string;
  data?: unknown;
  http?: number;
  input?: unknown;
  /** The token under which the call was made. */
  token?: string;
}

/** Why a call did not succeed; its message has been shown already unless the call was silent. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: CallStatus;
  /** Code of the answer; -1 when there was none. */
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  /** HTTP status; 0 when there was no answer. */
  readonly http: number;
  /** Mistakes of the input by field (10400), for the form. */
  readonly issues: readonly Issue[];
  /** The token under which the call was made; undefined when there was none. */
  readonly token: string | undefined;
  /** Both versions of what somebody else changed meanwhile (10409): what was sent and what stands now. */
  readonly versions: { readonly mine: unknown; readonly current: unknown } | undefined;

  constructor({ status, code: answer, msg, data = null, http = 0, input, token }: CallErrorFacts) {
    super(msg);
    this.status = status;
    this.code = answer;
    this.msg = msg;
    this.data = data;
    this.http = http;
    this.token = token;
    this.issues = issuesIn(data);
    this.versions = answer === 10409 ? { mine: input, current: fieldOf(data, 'current') } : undefined;
  }

  /** Whether it says that the session is over under which the call was made (65001, 65003). */
  get endsSession(): boolean {
    return this.code === code.noSession || this.code === code.sessionEnded;
  }

  /** Whether the call was given up on purpose (a newer one to the same address, or a page that was left). */
  get canceled(): boolean {
    return this.status === 'canceled';
  }
}

/** A field of a value that may be anything. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function issuesIn(data: unknown): Issue[] {
  const issues = fieldOf(data, 'issues');
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  return typeof fieldOf(value, 'path') === 'string' && typeof fieldOf(value, 'message') === 'string';
}
