import type { FactorDue } from './session.table.ts';

/** A session as the pipeline sees it. */
export interface SessionView {
  id: string;
  uid: string;
  account: string;
  name: string;
  confirmedAt: number;
  mustChangePassword: boolean;
  /** The second factor is still to be given or set up. */
  factorDue?: FactorDue | null;
  /** A program calls by a token of this person: only these codes, and nothing that needs the password. */
  token?: { readonly id: string; readonly name: string; readonly codes: readonly string[]; readonly stepUps: readonly string[] };
  /** The console is seen as this person sees it: nothing is written. */
  viewing?: Viewed;
}

/** As whom somebody looks at the console, and until when. */
export interface Viewed {
  readonly uid: string;
  readonly name: string;
  readonly endsAt: number;
}
