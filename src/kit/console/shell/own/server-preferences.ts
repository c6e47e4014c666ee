import { z } from 'zod';
import { preferenceGet, preferenceSave } from '#kit/common/session/preference.contract.ts';
import { call } from '../../call/call.ts';
import { gather } from '../../call/gather.ts';
import { connectPreferences } from '../../page/preference.ts';

/** Keys that one call takes. */
const atOnce = 50;

const read = gather<unknown>(atOnce, async (keys) => {
  const { list } = await call(preferenceGet, { keys }, { silent: true });
  return new Map(list.map((one) => [one.key, one.value]));
});

/** Columns, density and views of an administrator are the same on every computer: the server keeps them. */
export function keepPreferencesOnServer(): void {
  connectPreferences({
    read,
    write: async (key, value) => void (await call(preferenceSave, { key, value: z.json().parse(value) }, { silent: true })),
  });
}
