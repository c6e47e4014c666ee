import type { MenuResource } from '#kit/common/permission.ts';
import type { LicenceLimit, LicenceNote } from '#kit/common/licence/licence-facts.ts';
import type { Caller } from './caller.ts';
import type { Db } from './directory.ts';
import type { MachineServices } from './services/machine-services.ts';

/** Licence checks for additions that it may limit, for the pipeline and the menu. */
export interface Licences {
  /**
   * Takes seats for what is being added (`n` above 0), or gives them back, in the transaction of the change. Refuses with 10423
   * (`{ limit, used, max }`) when they do not suffice or the licence is restricted. Without limits nothing is written and nobody waits.
   */
  take(tx: Db, limit: LicenceLimit, n: number): Promise<void>;
  /** How many may still be added as things stand, null without a limit: for plans. It takes nothing; what counts is `take`. */
  free(db: Db, limit: LicenceLimit): Promise<number | null>;
  /** Whether calls of a module are answered. */
  covers(module: string): boolean;
  /** Whether a page or button belongs to a module that is not licensed. */
  hides(code: string): boolean;
  /** How the licence stands, for those who look after it; undefined for everybody else. */
  note(caller: Caller): LicenceNote | undefined;
}

/** What a licence is opened over. */
export interface LicenceParts extends Pick<MachineServices, 'database' | 'bus' | 'settings' | 'now' | 'log'> {
  readonly modules: readonly LicensedModule[];
}

/** What of a module a licence is about. */
interface LicensedModule {
  readonly name: string;
  readonly licensedAs?: string;
  readonly licenceCounts?: LicenceCounts;
  readonly resources: readonly MenuResource[];
}

/** Counts what a limit is about, as it is now: once a day, and when a licence is installed. */
export type LicenceCounts = Partial<Record<LicenceLimit, (db: Db) => Promise<number>>>;

/** Everything is allowed: where no module knows of licences. */
export const freeLicence: Licences = {
  take: async () => {},
  free: async () => null,
  covers: () => true,
  hides: () => false,
  note: () => undefined,
};
