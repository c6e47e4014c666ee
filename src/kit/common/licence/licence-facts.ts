import { z } from 'zod';

/** Counts that a licence may limit. */
export const licenceLimits = ['employees', 'devices', 'apps', 'interfaces'] as const;
export type LicenceLimit = (typeof licenceLimits)[number];

/**
 * How the licence stands. `none`: no file, no limits. `evaluation`: no file where one is required. `expiring`: thirty days or less are left.
 * `grace`: expired, everything still works. `restricted`: nothing may be added.
 */
export const licenceStates = ['none', 'evaluation', 'valid', 'expiring', 'grace', 'restricted'] as const;
export type LicenceState = (typeof licenceStates)[number];

/** Licence status shown on every page to administrators of the licence; `daysLeft` until the next worse state, null where none comes. */
export const licenceNote = z.object({ state: z.enum(licenceStates), daysLeft: z.int().nullable() });
export type LicenceNote = z.output<typeof licenceNote>;
