import { memberKinds, type MemberKind } from './role-range.ts';

/** One code for every kind of member, or one for each where they stand on pages of their own. */
type PerKind = string | Readonly<Record<MemberKind, string>>;

/** The code for one kind of member. */
export const codeFor = (codes: PerKind, kind: MemberKind): string => (typeof codes === 'string' ? codes : codes[kind]);

/** The codes of which one is enough to give a role to one kind of member, or to take it away. */
export function codesFor(codes: Pick<HoldingCodes, 'assign' | 'remove' | 'byName'>, verb: 'assign' | 'remove', kind: MemberKind): string[] {
  return [codeFor(codes[verb], kind), ...(kind === 'employee' && codes.byName ? [codes.byName[verb]] : [])];
}

/** Codes of the pages and buttons of a module's roles that only hold people and grant nothing. */
export interface HoldingCodes {
  /** The page with the list of roles. */
  readonly page: string;
  readonly add: string;
  readonly update: string;
  readonly delete: string;
  readonly enable: string;
  readonly disable: string;
  readonly copy: string;
  /** The tab of members, or that of each kind. */
  readonly members: PerKind;
  /** Other tabs of a chosen role. */
  readonly tabs?: readonly string[];
  readonly assign: PerKind;
  readonly remove: PerKind;
  /** The page that lists administrators; that of the roles where a module has none. */
  readonly holders: string;
  /** Buttons of that page by which people are given roles by name, and taken out, beside those of the role itself. */
  readonly byName?: { readonly assign: string; readonly remove: string };
}

/** Codes of the pages and buttons of a module's roles. */
export interface RoleCodes extends HoldingCodes {
  /** The tab of members. */
  readonly members: string;
  readonly assign: string;
  readonly remove: string;
  /** The tab of resources and range. */
  readonly authority: string;
  readonly save: string;
  readonly saveRange: string;
}

/** Returns an access that any of these codes opens. */
export function accessOf(all: readonly string[]): { code: string } | { anyOf: [string, ...string[]] } {
  const [first = '', ...others] = new Set(all);
  return others.length === 0 ? { code: first } : { anyOf: [first, ...others] };
}

/** Returns the access to the list of roles: whoever may open a tab chooses the role in the list beside it. */
export function choosing(codes: HoldingCodes): ReturnType<typeof accessOf> {
  const authority = 'authority' in codes ? [String(codes.authority)] : [];
  return accessOf([codes.page, ...memberKinds.map((kind) => codeFor(codes.members, kind)), ...authority, ...(codes.tabs ?? [])]);
}
