/** Sign-in requirements of an application. */
export interface AppSignIn {
  /** Terminals of a class that a person uses at once; 0: as many as they like. */
  readonly atOnce: Readonly<Record<'phone' | 'tablet' | 'pc', number>>;
  /** Whether its devices are bound whatever the rule says: not at all, with the first sign-in, or once somebody agrees. It only narrows the rule. */
  readonly bindDevice: 'off' | 'first' | 'approve';
}

/** Sign-in requirements of applications by their keys in lower case; those that say nothing are not there. */
export type AppSignIns = ReadonlyMap<string, AppSignIn>;
