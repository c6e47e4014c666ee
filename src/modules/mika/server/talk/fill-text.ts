import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { ValueFrom } from '../../common/fields.ts';
import type { Filled } from './slots.ts';
import type { TalkPerson } from './talk.ts';

const mostText = 4_000;

/** The value at a path of an answer (`order.items.0.no`); undefined where there is none. Only own members are looked at. */
export function valueAt(data: unknown, path: string): unknown {
  let at: unknown = data;
  for (const part of path.split('.').filter((one) => one !== '')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = Reflect.get(at, part);
  }
  return at;
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : typeof value === 'object' ? '' : String(value);

/** A text with what was asked for in the place of `{slot}` and fields of an answer in the place of `{{path}}`. What is put in is never read again. */
function filledText(text: string, slots: Readonly<Record<string, Filled>>, data?: unknown): string {
  return text
    .replace(/\{\{\s*([\w.-]{1,200})\s*\}\}|\{([\w-]{1,32})\}/g, (whole, path: string | undefined, slot: string | undefined) => {
      if (path !== undefined) return shown(valueAt(data, path));
      return slot !== undefined && Object.hasOwn(slots, slot) ? slots[slot]!.shown : whole;
    })
    .slice(0, mostText);
}

/** The same of a text in several languages. */
export const filledIn = (text: Partial<LocalDraft>, language: Language, slots: Readonly<Record<string, Filled>>, data?: unknown): string =>
  filledText(pick(text, language), slots, data);

/** Values of a call, a form or a widget by their names; what was not asked for is left out. */
export function valuesOf(
  rows: readonly ValueFrom[],
  slots: Readonly<Record<string, Filled>>,
  { account, uid, name }: Pick<TalkPerson, 'account' | 'uid' | 'name'>,
): Record<string, unknown> {
  const own = { account, uid, name };
  return Object.fromEntries(
    rows.flatMap((row): [string, unknown][] => {
      if (row.from === 'constant') return [[row.name, row.value]];
      if (row.from !== 'slot') return [[row.name, own[row.from]]];
      const found = slots[row.value];
      return found ? [[row.name, found.value]] : [];
    }),
  );
}
