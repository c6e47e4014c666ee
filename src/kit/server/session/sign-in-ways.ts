import type { RawBuilder } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { SignInPerson } from '../directory.ts';

/** Code of the way that every installation has: account and password of this product. */
export const localWay = 'local';

/** An entry of the login page. */
export interface LoginEntry {
  code: string;
  kind: string;
  label: string;
  icon: string | null;
  /** Where the browser goes to sign in; null where account and password are typed on the login page. */
  start: string | null;
}

/** A way as terminals name it: by its kind, or by its setting where there are several of a kind. */
export interface TerminalWay {
  settingId: string;
  code: string;
  kind: string;
  name: LocalDraft;
}

/** Result of a sign-in method about a person who signs in. */
export interface Found {
  /** The one enabled person, undefined where there is none. */
  person: SignInPerson | undefined;
  /** For the audit: why there is none (`password`, `account`, `several`, …). */
  why: string;
  /** The way itself counts as a second factor. */
  strong?: boolean;
  /** What another system knows the session by, in words of the way. */
  link?: string | undefined;
}

/** A person of whom it is proven who they are. */
export interface Entrant {
  person: Pick<SignInPerson, 'uid' | 'account' | 'name'>;
  way: string;
  strong: boolean;
  superAdmin: boolean;
  /** Holds these roles now, by id. */
  roles: readonly string[];
  /** The terminal that signs in; undefined for a browser at the console. */
  terminal?: { readonly platform: number; readonly thumbprint: string | null };
}

/** When people last gave a sign of being wanted here. */
export interface SignsOfPeople {
  /** SQL expression of when the person in this column last gave a sign of being wanted here, as `admit` counts the days of absence; null where there is none. */
  lastSign(column: string): RawBuilder<number | null>;
}
