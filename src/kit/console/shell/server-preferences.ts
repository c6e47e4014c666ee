import { z } from 'zod';
import { preferenceGet, preferenceSave } from '#kit/common/session/preference.contract.ts';
import { call } from '../call/call.ts';
import { connectPreferences } from '../page/preference.ts';

/** Keys that one call takes. */
const atOnce = 50;

let gathering: { keys: Set<string>; answer: Promise<ReadonlyMap<string, unknown>> } | undefined;

/** What a page asks for in one moment goes in one call. */
async function read(key: string): Promise<unknown> {
  if (!gathering || gathering.keys.size >= atOnce) {
    const keys = new Set<string>();
    const answer = Promise.resolve().then(async () => {
      if (gathering?.keys === keys) gathering = undefined;
      const { list } = await call(preferenceGet, { keys: [...keys] }, { silent: true });
      return new Map(list.map((one) => [one.key, one.value]));
    });
    gathering = { keys, answer };
  }
  gathering.keys.add(key);
  return (await gathering.answer).get(key);
}

/** Columns, density and views of an administrator are the same on every computer: the server keeps them. */
export function keepPreferencesOnServer(): void {
  connectPreferences({
    read,
    write: async (key, value) => void (await call(preferenceSave, { key, value: z.json().parse(value) }, { silent: true })),
  });
}
