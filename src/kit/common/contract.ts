import type { z } from 'zod';

/** Callers who may use an operation: holders of a resource code, everybody signed in, or anybody (then with the reason why). */
export type Access =
  | { readonly code: string }
  | { readonly anyOf: readonly [string, ...string[]] }
  | { readonly signedIn: true }
  | { readonly open: true; readonly because: string };

/** Objects to which the data range is applied. `none`: the call touches no person, no department and nothing that belongs to one. `site`: it holds for everybody, so only who sees everything may (10910, asked by the pipeline). */
export type ScopeKind = 'employee' | 'department' | 'role' | 'journal' | 'file' | 'job' | 'site' | 'none';

/** Codes by the value of a field of the input (`true` and `false` of a switch), of several one; a value that is not listed needs nothing more. */
export interface Permit {
  readonly by: string;
  readonly codes: Readonly<Record<string, string | readonly string[]>>;
}

interface EndpointBase<I extends z.ZodType, R extends z.ZodType> {
  /** Path below the face's prefix, `area/noun/verb`; the only parameter is `{sysCode}`. */
  readonly path: string;
  /** `api` (default) for the console, `client` for terminals. */
  readonly face?: 'api' | 'client';
  readonly input: I;
  readonly reply: R;
  /** One sentence for OpenAPI and for people who read the contract. */
  readonly summary: string;
  /** The caller must have confirmed the password within the last five minutes (10428). */
  readonly stepUp?: true;
  /**
   * A write that may wait for approval although it can't be tried over the wire; its handler writes in one `call.write`. Those that can be
   * tried may all wait. `true`: the journal shows what it would do. `unseen`: it keeps no journal, so that others agree to what it names, and
   * read that its effect can't be computed. `again`: its answer is what counts; once agreed to it runs when who asked asks again.
   */
  readonly waits?: true | 'unseen' | 'again';
  /**
   * Where its impact counts `ownBenefit` (something that who asks would get themselves), it waits until somebody else agrees, whatever the
   * policies say. Its kind counts it in `impact`.
   */
  readonly ownBenefit?: true;
  /** The kind by whose labels the input is told to whom has to agree to it where nothing else shows what it does; of some inputs it depends on them. */
  readonly subject?: string | ((input: unknown) => string);
  /** A write of a few bytes that is taken even while the disk is nearly full: signing in and out. */
  readonly reserved?: true;
  /** Open also to who must change a one-time or expired password first; everything else answers 10430 until then. */
  readonly whilePasswordDue?: true;
  /** Open also to who must give or set up a second factor first; everything else answers 10431 until then. */
  readonly whileFactorDue?: true;
  /** Which code the call needs beside `access` depends on the value of one field of its input. */
  readonly permit?: Permit;
  /** What else the call needs, in words, where that depends on what stands behind an id that it names: `the right to change roles of its area`. */
  readonly permitMore?: string;
  /** Only for a person in a session: never with the token of a program (10433). */
  readonly inPerson?: true;
  /** With `stepUp`: a token that names the code passes all the same; who made it gave the password and was trusted with this very thing. */
  readonly byToken?: true;
  /** A write that is open also to who looks at the console as somebody else; every other one answers 10434. */
  readonly whileViewing?: true;
  /** How the input travels; JSON unless said. */
  readonly encoding?: 'json' | 'form' | 'multipart';
  /** `raw`: the handler answers a stream or a picture instead of the envelope. */
  readonly answer?: 'envelope' | 'raw';
  /** Bytes; 1 MiB unless said. */
  readonly bodyLimit?: number;
  /** In the console, the name must be typed before it where one of these figures of its impact is larger (`{ calls30: 3000 }`). */
  readonly typedAbove?: Readonly<Record<string, number>>;
  /** With `scope: 'site'`: what is answered to who does not see everything, in the place of 10910. */
  readonly siteCode?: number;
  /** Module codes this call may answer, beside the common ones. */
  readonly errors?: readonly number[];
  /** In the console, an earlier call in flight to the same address is cancelled. */
  readonly dedupe?: 'cancel-previous';
  /** Milliseconds after which the console gives up; 30,000 unless said. */
  readonly timeout?: number;
}

/**
 * A write names its audit word; a POST that only reads says so. A read may be audited (exports, secrets). `dryRun`: the write can be
 * tried; it then also takes `dryRun: true` and answers what it would do (change/dry-run.ts). Its handler writes in one `call.write`.
 */
type Effect =
  | { readonly method: 'GET'; readonly audit?: string; readonly reads?: true; readonly dryRun?: undefined }
  | { readonly method: 'POST' | 'DELETE' | 'GET'; readonly audit: string; readonly reads?: undefined; readonly dryRun?: true }
  | { readonly method: 'POST'; readonly reads: true; readonly audit?: string; readonly dryRun?: undefined };

/** A call that needs a resource code says what its data range is applied to. */
type Gate =
  | { readonly access: { readonly code: string } | { readonly anyOf: readonly [string, ...string[]] }; readonly scope: ScopeKind }
  | { readonly access: { readonly signedIn: true } | { readonly open: true; readonly because: string }; readonly scope?: ScopeKind };

/** One operation of the wire: found by "go to definition" from the page and from the handler alike. */
export type Endpoint<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = EndpointBase<I, R> & Effect & Gate;

/** Input as a caller sends it. */
export type Input<E extends Endpoint> = z.input<E['input']>;
/** Input as the handler receives it, after parsing. */
export type Parsed<E extends Endpoint> = z.output<E['input']>;
/** Reply as a caller receives it. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** Declares an operation; the value is frozen. It feeds validation, the typed call, OpenAPI, buttons, form rules and the audit. */
export function endpoint<I extends z.ZodType, R extends z.ZodType>(definition: Endpoint<I, R>): Endpoint<I, R> {
  return Object.freeze(definition);
}

/** The full address below the origin, `/api/muc/employee/list`. */
export function addressOf(operation: Endpoint): string {
  return `/${operation.face ?? 'api'}/${operation.path}`;
}

/** Whether the call changes something and is therefore audited as a write. */
export function isWrite(operation: Endpoint): boolean {
  return operation.audit !== undefined && operation.reads !== true && !(operation.method === 'GET' && operation.answer === 'raw');
}

/** Whether the call may carry an `Idempotency-Key`: a write of somebody who is known, with a body that is read before its handler runs. */
export function takesKey(operation: Endpoint): boolean {
  return isWrite(operation) && !('open' in operation.access) && operation.answer !== 'raw' && operation.encoding !== 'multipart';
}

/** The codes of which this input needs one beside the access of its operation; none where it needs nothing more. */
export function codesByInput({ permit }: Pick<Endpoint, 'permit'>, input: unknown): readonly string[] {
  if (!permit) return [];
  const value: unknown = Reflect.get(Object(input), permit.by);
  return Object.hasOwn(permit.codes, String(value)) ? [permit.codes[String(value)] ?? []].flat() : [];
}

/** The resource codes of which one is needed; empty for signed-in and open calls. */
export function codesOf(access: Access): readonly string[] {
  if ('code' in access) return [access.code];
  return 'anyOf' in access ? access.anyOf : [];
}
