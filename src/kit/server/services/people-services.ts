import type { SignInState } from '#kit/common/session/sign-in-state.ts';
import type { ReadLog } from '../audit/read-log.ts';
import type { Grants } from '../caller.ts';
import type { Db, Directory, Tx } from '../directory.ts';
import type { SessionView } from '../session/session-view.ts';
import type { SignInLog } from '../session/sign-in-log.ts';
import type { SignInPolicies } from '../session/sign-in-policy.ts';

/** Session lookup for the pipeline: the session of a token, or why there is none (65001 none or expired, 65003 ended). */
export interface Sessions {
  find(token: string | undefined, cookie: string | undefined, address?: string): Promise<SessionView | { refused: 65001 | 65003 }>;
  /** Why a session is over (65001 expired or signed out, 65003 ended), undefined while it is not. Does not count as use of it. */
  over(sessionId: string): Promise<65001 | 65003 | undefined>;
  /** Calls back soon after sessions of this person changed anywhere; returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
  /** Ends every session of these people, on every node; their next call gets 65003. */
  endAll(tx: Db, uids: readonly string[], reason: string): Promise<void>;
  /** Ends sessions of one person by id; answers how many. */
  end(tx: Db, uid: string, ids: readonly string[], reason: string): Promise<number>;
}

/** Passwords and locks of other people, for who administers them; made by sign-in. */
export interface Credentials {
  /** Stores a new password, checked against the site's policy (10400 at `password`) and hashed; from `endsAt` on it signs nobody in. Sessions are ended by the caller. */
  setPassword(tx: Tx, uid: string, password: { text: string; mustChange: boolean; endsAt?: number }): Promise<void>;
  /** Lifts locks after too many wrong passwords; answers how many were locked. */
  unlock(tx: Tx, uids: readonly string[]): Promise<number>;
  /** Sign-in status of a person. */
  look(db: Db, person: { uid: string; account: string }): Promise<SignInState>;
  /** Erases passwords and preferences of people who are gone for good. */
  forget(tx: Tx, uids: readonly string[]): Promise<void>;
}

/** The grants of people, true on every node within a second of a change. */
export interface GrantsOf {
  grants(uid: string): Promise<Grants>;
  /** Called in the transaction of a change of roles, members or departments: everybody's grants are read again after its commit. */
  changed(tx: Db): Promise<void>;
}

/** People, their rights and their sign-in. */
export interface PeopleServices {
  readonly directory: Directory;
  readonly access: GrantsOf;
  readonly sessions: Sessions;
  /** The rules of signing in, as they are now. */
  readonly policy: SignInPolicies;
  readonly signInLog: SignInLog;
  readonly readLog: ReadLog;
  /** Absent where sign-in has no passwords of its own; calls that need them then answer 10503. */
  readonly credentials?: Credentials;
}
