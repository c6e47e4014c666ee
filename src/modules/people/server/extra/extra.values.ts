import { z } from 'zod';
import { foldText } from '#platform/text/grams.ts';
import { email } from '#kit/common/schema.ts';
import { languages } from '#kit/common/language.ts';
import { zoneOffset } from '#platform/sheets/cell.ts';
import { extraChoices, extraLimits, extraNumbers, extraTexts, type ExtraValue } from '../../common/extra/extra-fields.ts';
import { siteZone } from '../setting/site-zone.ts';
import type { ExtraField } from './extra.known.ts';

/** What decides whether a value fits. */
export type ExtraRule = Pick<ExtraField, 'type' | 'options' | 'min' | 'max' | 'maxLength' | 'pattern'>;

/** What is wrong with a value: the key of its reason below `issue.extra.`. */
export interface Wrong {
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const day = z.iso.date();
const mail = email();
const phoneForm = /^\+?[\d][\d\s()./-]{1,30}$/;

type Matcher = (text: string) => boolean;
const matchers = new Map<string, Matcher | undefined>();

/** Makes the patterns of fields ready; answers whether all of them are patterns. Matching takes time linear to the text, whatever the pattern. */
export async function readyPatterns(fields: readonly Pick<ExtraRule, 'pattern'>[]): Promise<boolean> {
  const wanted = fields.flatMap(({ pattern }) => pattern ?? []);
  const missing = wanted.filter((pattern) => !matchers.has(pattern));
  if (missing.length > 0) {
    const { RE2JS } = await import('re2js');
    if (matchers.size > 1000) matchers.clear();
    for (const pattern of wanted) {
      try {
        const compiled = RE2JS.compile(pattern);
        matchers.set(pattern, (text) => compiled.matcher(text).matches());
      } catch {
        matchers.set(pattern, undefined);
      }
    }
  }
  return wanted.every((pattern) => matchers.get(pattern) !== undefined);
}

/** What is wrong with a stored value by the rules of its field; patterns must have been made ready. Null fits every field. */
export function wrongValue(field: ExtraRule, value: ExtraValue): Wrong | undefined {
  if (value === null) return undefined;
  if (extraTexts.has(field.type)) return typeof value === 'string' ? wrongText(field, value) : { key: 'type' };
  if (extraNumbers.has(field.type)) return wrongNumber(field, value);
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { key: 'type' };
    case 'date':
      return typeof value === 'string' && day.safeParse(value).success ? undefined : { key: 'date' };
    case 'datetime':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8_640_000_000_000_000
        ? undefined
        : { key: 'datetime' };
    case 'select':
      return wrongChoice(field, [value]);
    case 'multiSelect':
      return Array.isArray(value) && value.length > 0 && new Set(value).size === value.length ? wrongChoice(field, value) : { key: 'type' };
    default:
      return typeof value === 'string' && uuid.test(value) ? undefined : { key: 'type' };
  }
}

function wrongText({ type, maxLength, pattern }: ExtraRule, text: string): Wrong | undefined {
  const most = maxLength ?? (type === 'multiline' ? extraLimits.length : 1000);
  if (text.trim() === '') return { key: 'type' };
  if (text.length > most) return { key: 'tooLong', params: { max: most } };
  if (forbidden.test(text) || (type !== 'multiline' && /[\r\n]/.test(text))) return { key: 'characters' };
  if (type === 'email' && !mail.safeParse(text).success) return { key: 'email' };
  if (type === 'phone' && !phoneForm.test(text)) return { key: 'phone' };
  if (type === 'url' && !isAddress(text)) return { key: 'url' };
  return pattern !== null && matchers.get(pattern)?.(text) === false ? { key: 'pattern' } : undefined;
}

/** An address that a browser may open: no script, no file. */
function isAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address !== undefined && ['http:', 'https:'].includes(address.protocol);
}

function wrongNumber({ type, min, max }: ExtraRule, value: ExtraValue): Wrong | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'number' };
  if (type === 'integer' && !Number.isSafeInteger(value)) return { key: 'integer' };
  if (min !== null && value < min) return { key: 'tooSmall', params: { min } };
  return max !== null && value > max ? { key: 'tooLarge', params: { max } } : undefined;
}

function wrongChoice({ options }: ExtraRule, values: readonly ExtraValue[]): Wrong | undefined {
  const wrong = values.find((value) => !options.some((option) => option.enabled && option.value === value));
  return wrong === undefined ? undefined : { key: 'option', params: { value: String(wrong).slice(0, 40) } };
}

const yes = new Set(['true', 'yes', 'y', '1', '是', '有', 'はい', '有り']);
const no = new Set(['false', 'no', 'n', '0', '否', '无', 'いいえ', '無し']);

/** A text that was typed or stands in a file, as a value of the field. People and departments stay as they are named. */
export function readText(field: ExtraRule, text: string): { value: ExtraValue } | { wrong: Wrong } {
  const plain = text.normalize('NFKC').trim();
  if (extraChoices.has(field.type)) return readChoice(field, text);
  switch (field.type) {
    case 'integer':
    case 'number':
      return plain !== '' && Number.isFinite(Number(plain)) ? judged(field, Number(plain)) : { wrong: { key: 'number' } };
    case 'boolean': {
      const word = plain.toLowerCase();
      return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : { wrong: { key: 'boolean' } };
    }
    case 'date': {
      const found = readDay(plain);
      return found === undefined ? { wrong: { key: 'date' } } : { value: found };
    }
    case 'datetime': {
      const found = readMoment(plain);
      return found === undefined ? { wrong: { key: 'datetime' } } : { value: found };
    }
    case 'employee':
    case 'department':
      return forbidden.test(text) ? { wrong: { key: 'characters' } } : { value: text.trim() };
    default:
      return judged(field, text.trim());
  }
}

function judged(field: ExtraRule, value: ExtraValue): { value: ExtraValue } | { wrong: Wrong } {
  const wrong = wrongValue(field, value);
  return wrong ? { wrong } : { value };
}

/** Options by their value or by their label in any language. */
function readChoice(field: ExtraRule, text: string): { value: ExtraValue } | { wrong: Wrong } {
  const parts = field.type === 'select' ? [text] : text.split(/[;；,，\n]/);
  const values: string[] = [];
  for (const part of parts.map((one) => one.trim()).filter((one) => one !== '')) {
    const key = foldText(part);
    const option =
      field.options.find(({ value }) => value === part) ??
      field.options.find(({ value, label }) => [value, ...languages.map((one) => label[one] ?? '')].some((one) => foldText(one) === key));
    if (!option?.enabled) return { wrong: { key: 'option', params: { value: part.slice(0, 40) } } };
    if (!values.includes(option.value)) values.push(option.value);
  }
  if (values.length === 0) return { value: null };
  return { value: field.type === 'select' ? values[0]! : values };
}

function readDay(text: string): string | undefined {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const found = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`;
  return day.safeParse(found).success ? found : undefined;
}

const offsets = new Map<string, (moment: number) => number>();

/** The moment at which a clock of the company's zone shows this (ms as if UTC). */
function momentOf(wall: number): number {
  const zone = siteZone();
  const offset = offsets.get(zone) ?? zoneOffset(zone);
  offsets.set(zone, offset);
  // The second look is for the hours around a change of the clock.
  return wall - offset(wall - offset(wall));
}

/** A moment to the minute or second: of the company's zone, in which exports write it, unless the text names another one. */
function readMoment(text: string): number | undefined {
  const [date = '', time = '00:00'] = text.split(/[ T]/, 2);
  const found = readDay(date);
  const match = /^(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(time);
  if (found === undefined || !match) return undefined;
  const clock = match[1]!.padStart(match[1]!.length + (match[1]!.indexOf(':') === 1 ? 1 : 0), '0');
  const at = Date.parse(`${found}T${clock}${match[2] ?? 'Z'}`);
  return Number.isNaN(at) ? undefined : match[2] === undefined ? momentOf(at) : at;
}
