import type { Language } from '#kit/common/language.ts';
import { clock } from '#platform/clock.ts';
import type { FactorDue } from './session/session.table.ts';
import type { SessionView } from './session/session-view.ts';

/**
 * Which departments a caller may touch: everything, or these subtrees. `paths` are ltree paths of departments, none below
 * another; `exact` are departments without what is below them; `self` adds the caller's own record.
 */
export type Range =
  | { readonly all: true }
  | {
      readonly all: false;
      readonly paths: readonly string[];
      readonly exact?: readonly string[];
      readonly self: boolean;
      readonly uid: string;
    };

/** A role that somebody holds. */
export interface HeldRoleName {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** Epoch milliseconds at which the role or its holding ends; null when it does not. */
  readonly endsAt?: number | null;
}

/** Grants of a person: each resource code with the range in which it holds (the union over the roles that grant it). */
export interface Grants {
  readonly superAdmin: boolean;
  readonly codes: ReadonlyMap<string, Range>;
  readonly roles: readonly HeldRoleName[];
  /** The union of all ranges, for calls that only need a sign-in. */
  readonly widest: Range;
  /** ltree paths of the departments the person is in. */
  readonly departments?: readonly string[];
  /** Codes of pages that stand in a second frame, with the code there by which they are opened, too (`alsoOpens` of a page). */
  readonly openedBy?: ReadonlyMap<string, string>;
}

/** Object touched by a write, for its audit row. */
export interface Touched {
  kind: string;
  id: string;
  name: string;
  /** ltree path of the department it belongs to. */
  path?: string | null;
}

/** Caller of a request: identity, address and grants. Created once per request, or once per job batch for work on behalf of a person. */
export interface Caller {
  readonly uid: string;
  readonly account: string;
  readonly name: string;
  readonly language: Language;
  readonly sessionId: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Audit word of the endpoint or job. */
  readonly operation: string;
  readonly grants: Grants;
  /** Epoch milliseconds of the last confirmation of the password. */
  readonly confirmedAt: number;
  /** A one-time or expired password: only its change, who one is and signing out are open until then. */
  readonly mustChangePassword: boolean;
  /** The second factor is still to be given or set up: only that and signing out are open until then. */
  readonly factorDue?: FactorDue | null;
  /** Time of the original request, where it waited for approval. */
  readonly askedAt?: number;
  /** The token of a program by which the call came. */
  readonly token?: SessionView['token'];
  /** As whom the caller looks at the console. */
  readonly viewing?: SessionView['viewing'];
  /** Whether a resource code is granted. */
  can(code: string): boolean;
  /** The data range of the call; asking for it is what proves that the scope was looked at. */
  scope(): Range;
  /** Whether `scope` was asked for. */
  scoped(): boolean;
  /** Adds an object to the audit row of this call. */
  touch(object: Touched): void;
  readonly touched: readonly Touched[];
  /** Names the journal batch that this call writes, for its audit row; without an argument answers it. */
  batch(id?: string): string | null;
  /** Adds facts to the audit row of this call (a reason, which field was shown), secrets left out by the caller; without an argument answers them. */
  note(facts?: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null;
  /** Remembers what the audit row would say by now; what it answers takes back whatever was added since, for a transaction that is done again. */
  mark(): () => void;
}

/** Facts from which a caller is created. */
export interface CallerDraft extends Omit<Caller, 'can' | 'scope' | 'scoped' | 'touch' | 'touched' | 'batch' | 'note' | 'mark'> {
  /** Codes of the endpoint: the range is that of the granted one; empty for signed-in calls. */
  readonly codes: readonly string[];
}

const everything: Range = { all: true };

/** Makes the caller of one call. */
export function callerOf(draft: CallerDraft): Caller {
  const { codes, ...rest } = draft;
  const touched: Touched[] = [];
  let scoped = false;
  let batch: string | null = null;
  let notes: Readonly<Record<string, unknown>> | null = null;
  const can = (code: string): boolean => draft.grants.superAdmin || holdsCode(draft.grants, code);
  return {
    ...rest,
    can,
    scope: () => {
      scoped = true;
      return rangeOf(draft.grants, codes);
    },
    scoped: () => scoped,
    touch: (object) => touched.push(object),
    touched,
    batch: (id) => (batch = id ?? batch),
    note: (facts) => (notes = facts ? { ...notes, ...facts } : notes),
    mark: () => {
      const then = { objects: touched.length, batch, notes };
      return () => {
        touched.length = then.objects;
        ({ batch, notes } = then);
      };
    },
  };
}

function rangeOf(grants: Grants, codes: readonly string[]): Range {
  if (grants.superAdmin) return everything;
  if (codes.length === 0) return grants.widest;
  return mergeRanges(codes.flatMap((code) => rangesOfCode(grants, code)));
}

/** Whether a code is held, by itself or by the page of a second frame that opens it; asked for every button. */
function holdsCode({ codes, openedBy }: Pick<Grants, 'codes' | 'openedBy'>, code: string): boolean {
  const other = openedBy?.get(code);
  return codes.has(code) || (other !== undefined && codes.has(other));
}

/** The ranges in which a code is held: by itself, and by the page of a second frame that opens it. */
export function rangesOfCode({ codes, openedBy }: Pick<Grants, 'codes' | 'openedBy'>, code: string): Range[] {
  const other = openedBy?.get(code);
  return [code, ...(other === undefined ? [] : [other])].flatMap((one) => codes.get(one) ?? []);
}

/** The union of ranges: paths below another are dropped. */
export function mergeRanges(ranges: readonly Range[]): Range {
  const limited = ranges.filter((range) => !range.all);
  if (limited.length < ranges.length) return everything;
  const paths = [...new Set(limited.flatMap((range) => range.paths))].toSorted();
  const top = paths.filter((path, index) => !paths.slice(0, index).some((above) => path === above || path.startsWith(`${above}.`)));
  const exact = [...new Set(limited.flatMap((range) => range.exact ?? []))].filter((path) => !isUnder(top, path)).toSorted();
  return {
    all: false,
    paths: top,
    ...(exact.length > 0 && { exact }),
    self: limited.some((range) => range.self),
    uid: limited[0]?.uid ?? '',
  };
}

const isUnder = (tops: readonly string[], path: string): boolean => tops.some((top) => path === top || path.startsWith(`${top}.`));

/** Whether a department's path lies in a range. */
export function pathInRange(range: Range, path: string): boolean {
  return range.all || isUnder(range.paths, path) || (range.exact?.includes(path) ?? false);
}

/** The caller of work the product does by itself: allowed everything, named in the audit as the system. */
export function systemCaller(operation: string, language: Language = 'zh_CN'): Caller {
  return callerOf({
    uid: systemUid,
    account: 'system',
    name: 'system',
    language,
    sessionId: null,
    address: '',
    userAgent: '',
    requestId: '',
    operation,
    grants: { superAdmin: true, codes: new Map(), roles: [], widest: everything },
    confirmedAt: clock.now(),
    mustChangePassword: false,
    codes: [],
  });
}

/** The uid under which the product itself acts. */
export const systemUid = '00000000-0000-7000-8000-000000000000';
/** The uid of the built-in super administrator `admin`. */
export const builtinAdminUid = '00000000-0000-7000-8000-000000000001';
