import type { FormData } from './evaluate.types.ts';
import type { FormValue } from './version.ts';

/** Small readings of values that forms hold. */

/** A value that holds others by name. */
export const isObject = (value: unknown): value is Readonly<Record<string, FormValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: unknown, name: string): FormValue | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The value at a path of data: `applicant.name`; undefined where there is none. */
export function valueAt(data: FormData, path: string): FormValue | undefined {
  let found: FormValue | undefined = data as FormValue;
  for (const name of path.split('.')) {
    found = own(found, name);
    if (found === undefined) return undefined;
  }
  return found;
}

/** Data with a value at a path. */
export function withValueAt(data: FormData, path: string, value: FormValue): FormData {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = own(data, name);
  return { ...data, [name]: withValueAt(isObject(inner) ? inner : {}, rest.join('.'), value) as FormValue };
}

/** Whether a value counts as not given. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}

/** Whether two values are the same, whatever the order of their members; what is not given is null. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (isEmpty(one) && isEmpty(other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => sameValue(value, other[index]));
  if (isObject(one) && isObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => sameValue(own(one, name), own(other, name)));
  return one === other;
}

/** A value as people read it in a line: names of people and places, lists joined. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (!isObject(value)) return '';
  const { name, address, from, to } = value;
  if (typeof name === 'string') return name;
  if (typeof address === 'string') return address;
  return [from, to]
    .filter((one) => !isEmpty(one))
    .map(textOf)
    .join(' – ');
}

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !calendarDay.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

/** Whether a text is a day with a time. */
export const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(millisOf(value));

/** Epoch milliseconds of a day or a day with a time, as in UTC where it names no zone; NaN for anything else. */
export function millisOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  if (calendarDay.test(value)) return isDay(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  const parts = moment.exec(value);
  if (!parts || !isDay(parts[1])) return Number.NaN;
  return Date.parse(`${parts[1]}T${parts[2]}${(parts[3] ?? ':00').slice(0, 7)}${parts[5] ?? 'Z'}`);
}
