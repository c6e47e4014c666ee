import type { Issue } from '#kit/common/codes.ts';

/** How a call ended when it did not succeed. `refused`: an answer with a code; the others never had a usable one. */
export type CallStatus = 'refused' | 'status' | 'failed' | 'canceled';

interface CallErrorFacts {
  status: CallStatus;
  code: number;
  msg: string;
  data?: unknown;
  http?: number;
  input?: unknown;
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
  /** Both versions of what somebody else changed meanwhile (10409): what was sent and what stands now. */
  readonly versions: { readonly mine: unknown; readonly current: unknown } | undefined;

  constructor({ status, code, msg, data = null, http = 0, input }: CallErrorFacts) {
    super(msg);
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.data = data;
    this.http = http;
    this.issues = issuesIn(data);
    this.versions = code === 10409 ? { mine: input, current: fieldOf(data, 'current') } : undefined;
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
