import type { RawBuilder } from 'kysely';
import type { SignInSide } from '#kit/common/session/sign-in-facts.ts';
import type { Call } from '../handle.ts';
import type { Services } from '../services.ts';
import type { Db, SignInPerson, Tx } from '../directory.ts';

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
}

/** What a way found out about who wants in. */
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
}

/** Ways to sign in beside the password of this product, and the rules that hold for all of them. A module provides them. */
export interface SignInWays {
  /** What the login page shows, in its order; `local` stands among them while it is open. */
  entries(call: Call): Promise<readonly LoginEntry[]>;
  /** Whether the password of this product opens anything now. */
  localOpen(db: Db, now: number, side: SignInSide): Promise<boolean>;
  /** The ways that terminals of a platform are offered, in their order. */
  forTerminals(db: Db, platform: number): Promise<readonly TerminalWay[]>;
  /** The kind of a way by its code; undefined where there is no such way. */
  kindOf(db: Db, way: string): Promise<string | undefined>;
  /** Lets another system look at a password. Refuses with 10502 when that system does not answer, 10404 when there is no such way. */
  byPassword(call: Call, given: { way: string; account: string; password: string; side: SignInSide }): Promise<Found>;
  /** Uses a one-time ticket up. */
  byTicket(call: Call, given: { way: string; ticket: string }): Promise<Found>;
  /** The last word before a session begins: refuses who may not come in from here or now; `factor` asks for a second factor in any case. */
  admit(call: Call, entrant: Entrant): Promise<{ factor: boolean }>;
  /** SQL expression of when the person in this column last gave a sign of being wanted here, as `admit` counts the days of absence; null where there is none. */
  lastSign(column: string): RawBuilder<number | null>;
  /** Counts a sign-in, in the transaction that begins the session. */
  entered(tx: Tx, entrant: Entrant, now: number): Promise<void>;
  /** Notes by what another system knows a session, in the transaction that begins it. */
  began(tx: Tx, session: { id: string; uid: string; way: string; link: string }, services: Services): Promise<void>;
  /** Somebody signs out: where the browser goes so that the session ends in the other system too, null where it ends here alone. Asks nobody outside. */
  left(tx: Tx, sessionId: string, services: Services): Promise<string | null>;
  /** Counts a refused one. */
  refused(db: Db, way: string, now: number): Promise<void>;
}
