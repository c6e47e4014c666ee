import type { LicenceLimit, LicenceNote, LicenceState } from '#kit/common/licence/licence-facts.ts';

/** Milliseconds of a day. */
export const dayMillis = 86_400_000;
/** Days before its end from which administrators are told on every page. */
const expiringDays = 30;
/** A clock that was set back by more than this counts as the latest time seen. */
export const clockMillis = dayMillis;
const evaluationDays = 30;
const evaluationPeople = 200;

/** What holds here: a licence, the evaluation where one is required, or nothing. */
export interface Terms {
  /** Changes with what holds, so that seats are settled again. */
  readonly basis: string;
  readonly evaluates: boolean;
  readonly expiresAt: number | null;
  readonly graceDays: number;
  readonly limits: Readonly<Partial<Record<LicenceLimit, number | null>>>;
  /** Null: every module. */
  readonly modules: readonly string[] | null;
}

/** No file and none required. */
export const noTerms: Terms = { basis: 'none', evaluates: false, expiresAt: null, graceDays: 0, limits: {}, modules: null };

/** No file where one is required. */
export const evaluationTerms = (from: number): Terms => ({
  basis: `evaluation ${from}`,
  evaluates: true,
  expiresAt: from + evaluationDays * dayMillis,
  graceDays: 0,
  limits: { employees: evaluationPeople },
  modules: null,
});

/** The terms of a licence, by the digest of its file. */
export function termsOf(
  content: Pick<Terms, 'expiresAt' | 'graceDays' | 'limits'> & { readonly modules: readonly string[] },
  hash: string,
): Terms {
  const { expiresAt, graceDays, limits, modules } = content;
  return { basis: `licence ${hash}`, evaluates: false, expiresAt, graceDays, limits, modules: modules.includes('*') ? null : modules };
}

/** Time from which nothing may be added; null for never. */
export const restrictedAt = ({ expiresAt, graceDays }: Terms): number | null =>
  expiresAt === null ? null : expiresAt + graceDays * dayMillis;

/** How terms stand at a time. */
export function standingOf(terms: Terms, at: number): LicenceNote & { restrictedAt: number | null } {
  const end = restrictedAt(terms);
  const [state, until] = stateAt(terms, at);
  return { state, daysLeft: until === null ? null : Math.ceil((until - at) / dayMillis), restrictedAt: end };
}

function stateAt(terms: Terms, at: number): [LicenceState, number | null] {
  const { expiresAt, basis, evaluates } = terms;
  if (basis === noTerms.basis) return ['none', null];
  if (expiresAt === null) return ['valid', null];
  const end = restrictedAt(terms) ?? expiresAt;
  if (at >= end) return ['restricted', null];
  if (at >= expiresAt) return ['grace', end];
  if (evaluates) return ['evaluation', expiresAt];
  return [at >= expiresAt - expiringDays * dayMillis ? 'expiring' : 'valid', expiresAt];
}

/** Codes of modules as a licence may write them: by name, or by the two digits of their answer codes. */
const digits: Readonly<Record<string, string>> = {
  '11': 'system',
  '12': 'user-centre',
  '13': 'app-management',
  '14': 'access-service',
  '15': 'public-account',
  '16': 'messaging',
  '17': 'mail',
  '18': 'devices',
  '19': 'logs',
  '20': 'contacts',
  '21': 'operations',
  '22': 'meetings',
  '23': 'terminal',
};

/** Whether the terms hold a module, by the name under which licences list it. */
export const holdsModule = ({ modules }: Pick<Terms, 'modules'>, name: string): boolean =>
  modules === null || modules.some((one) => (digits[one] ?? one) === name);
