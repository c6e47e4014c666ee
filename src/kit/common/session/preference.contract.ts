import { z } from 'zod';
import { endpoint } from '../contract.ts';

/** Longest value of a preference, in bytes of its JSON. */
export const maxPreferenceBytes = 64 * 1024;
/** How many preferences a person may have. */
export const maxPreferences = 500;

/** What a preference is called: its area first (`table.muc_user_management`, `view.…`). */
const key = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.:/-]+$/);

/** Preferences of the signed-in administrator, by key; keys that were never saved are absent. */
export const preferenceGet = endpoint({
  method: 'GET',
  path: 'sysConsole/preference/get',
  access: { signedIn: true },
  input: z.object({ keys: z.array(key).min(1).max(50) }),
  reply: z.object({ list: z.array(z.object({ key: z.string(), value: z.json() })) }),
  summary: 'Own preferences by key',
});

/** Keeps a preference (table layout, saved views, pinned pages, theme); null removes it. Refuses with 10413 above 64 KiB or 500 keys. */
export const preferenceSave = endpoint({
  method: 'POST',
  path: 'sysConsole/preference/save',
  access: { signedIn: true },
  audit: 'preference.save',
  input: z.strictObject({ key, value: z.json() }),
  reply: z.null(),
  bodyLimit: 2 * maxPreferenceBytes,
  summary: 'Keeps a preference',
});
