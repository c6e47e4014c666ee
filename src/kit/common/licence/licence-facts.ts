import { z } from 'zod';

/** What a licence may limit by number. */
export const licenceLimits = ['employees', 'devices', 'apps', 'interfaces'] as const;
export type LicenceLimit = (typeof licenceLimits)[number];

/**
 * How the licence stands. `none`: no file, no limits. `evaluation`: no file where one is required. `expiring`: thirty days or less are left.
 * `grace`: expired, everything still works. `restricted`: nothing may be added.
 */
export const licenceStates = ['none', 'evaluation', 'valid', 'expiring', 'grace', 'restricted'] as const;
export type LicenceState = (typeof licenceStates)[number];

/** What administrators of the licence are told on every page; `daysLeft` until the next worse state, null where none comes. */
export const licenceNote = z.object({ state: z.enum(licenceStates), daysLeft: z.int().nullable() });
export type LicenceNote = z.output<typeof licenceNote>;
