import { RE2JS } from 're2js';
import { pick, type Language } from '#kit/common/language.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Slot } from '../../common/fields.ts';
import { plainOf } from '../text/plain.ts';
import { dayIn, daysIn, numberIn, timeIn, yesNoIn } from '../text/times.ts';

/** A value that was found, and how people read it. */
export interface Filled {
  readonly value: Json;
  readonly shown: string;
}

/** One of several that are meant by a text. */
export interface Option extends Filled {
  readonly id: string;
}

/** What a text is for a slot: a value, one of several, or why it is none (key of a text). */
export type Read =
  | { readonly filled: Filled }
  | { readonly several: readonly Option[] }
  | { readonly wrong: string; readonly params?: Record<string, unknown> };

/** Finds people and departments as whoever asks sees them. */
export interface Finder {
  people(text: string): Promise<readonly { id: string; name: string; more: string }[]>;
  departments(text: string): Promise<readonly { id: string; name: string; more: string }[]>;
}

/** Context in which texts are read. */
export interface Reading {
  readonly language: Language;
  /** The wall clock of the company. */
  readonly wall: number;
  readonly finder: Finder;
  words(key: string, params?: Record<string, unknown>): string;
}

const filled = (value: Json, shown: string): Read => ({ filled: { value, shown } });
const wrong = (key: string, params?: Record<string, unknown>): Read => ({ wrong: `slot.${key}`, ...(params && { params }) });
const mobile = /(?<!\d)(?:\+?\d{1,3}[ -]?)?\d(?:[ -]?\d){6,14}(?!\d)/;

/** Reads a text as the value of a slot. */
export async function readSlot(slot: Slot, text: string, reading: Reading): Promise<Read> {
  const { type } = slot;
  if (type === 'employee' || type === 'department') return found(type, text, reading);
  return readPlainly(slot, text, reading);
}

/** The same for what needs nobody to be found. */
export function readPlainly(slot: Slot, text: string, reading: Reading): Read {
  const { language, wall } = reading;
  const said = text.trim();
  switch (slot.type) {
    case 'number': {
      const value = numberIn(said);
      return value === undefined ? wrong('number') : limited(slot, value);
    }
    case 'date': {
      const value = dayIn(said, wall);
      return value === undefined ? wrong('date') : filled(value, value);
    }
    case 'dateRange': {
      const value = daysIn(said, wall);
      return value === undefined ? wrong('dateRange') : filled(value, `${value.from} – ${value.to}`);
    }
    case 'time': {
      const value = timeIn(said);
      return value === undefined ? wrong('time') : filled(value, value);
    }
    case 'phone': {
      const value = mobile.exec(said)?.[0].replace(/[ -]/g, '');
      return value === undefined ? wrong('phone') : filled(value, value);
    }
    case 'yesNo': {
      const value = yesNoIn(said);
      return value === undefined ? wrong('yesNo') : filled(value, reading.words(value ? 'talk.yes' : 'talk.no'));
    }
    case 'choice': {
      const one = chosen(slot, said, true);
      return one ? filled(one.value, pick(one.name, language)) : wrong('choice');
    }
    default:
      return textOf(slot, said);
  }
}

function limited({ min, max }: Slot, value: number): Read {
  if (!Number.isFinite(value)) return wrong('number');
  if (min !== null && value < min) return wrong('min', { n: min });
  if (max !== null && value > max) return wrong('max', { n: max });
  return filled(value, String(value));
}

function textOf({ pattern, max }: Slot, said: string): Read {
  if (said === '') return wrong('text');
  if (max !== null && said.length > max) return wrong('long', { n: max });
  if (pattern !== '' && !matches(pattern, said)) return wrong('pattern');
  return filled(said, said);
}

/** A pattern in an engine of linear time, on the whole text; one that can't be read lets everything pass. */
function matches(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(text).matches();
  } catch {
    return true;
  }
}

/** The choice whose name or value a text is; with `within` also one that stands in it alone. */
function chosen({ choices }: Slot, text: string, within: boolean): Slot['choices'][number] | undefined {
  const said = plainOf(text);
  const namesOf = ({ value, name, same }: Slot['choices'][number]): string[] =>
    [value, ...Object.values(name).filter((one) => one !== undefined), ...same].map(plainOf).filter((one) => one !== '');
  const same = choices.find((one) => namesOf(one).includes(said));
  if (same || !within) return same;
  const inside = choices.filter((one) => namesOf(one).some((name) => said.includes(name)));
  return inside.length === 1 ? inside[0] : undefined;
}

async function found(type: 'employee' | 'department', text: string, { finder }: Reading): Promise<Read> {
  const said = text.trim();
  if (said === '') return wrong(type);
  const all = type === 'employee' ? await finder.people(said) : await finder.departments(said);
  const named = all.filter(({ name }) => name === said);
  const meant = named.length > 0 ? named : all;
  const [one] = meant;
  if (!one) return wrong(type);
  if (meant.length === 1) return filled(one.id, one.name);
  return { several: meant.map(({ id, name, more }) => ({ id, value: id, shown: more === '' ? name : `${name} (${more})` })) };
}

/** Types of which a value is taken out of a sentence that began something else. */
const taken = new Set(['date', 'dateRange', 'time', 'phone', 'choice', 'number']);

/** What a sentence says of slots beside what it asks for; a number only where it is no part of a day, a time or a phone. */
export function slotsIn(slots: readonly Slot[], text: string, reading: Reading): Map<string, Filled> {
  const values = new Map<string, Filled>();
  const firm = slots.filter(({ type }) => taken.has(type) && type !== 'number');
  for (const slot of firm) {
    const read = readPlainly(slot, text, reading);
    if ('filled' in read) values.set(slot.code, read.filled);
  }
  const hasOther = /\d{1,4}\s*[-/.年月日号:点时時]\s*\d{0,2}|\d{7,}/.test(text.replace(/\d+\s*(?:天|日間)/g, ''));
  const numbers = slots.filter(({ type }) => type === 'number');
  const [only] = numbers;
  if (numbers.length === 1 && only && !hasOther) {
    const read = readPlainly(only, text, reading);
    if ('filled' in read) values.set(only.code, read.filled);
  }
  return values;
}
