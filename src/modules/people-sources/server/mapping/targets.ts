import { mobilePattern, phoneDigits } from '#kit/common/phone.ts';
import { email as emailSchema } from '#kit/common/schema.ts';
import type { Json } from '#kit/server/change/kind.ts';
import { cleanName, invisibleAt, normaliseAccount } from '#platform/text/clean-text.ts';
import { account as accountSchema, employmentTypes, genders, personFields } from '#modules/people/common/employee-fields.ts';
import { TransformError } from './transforms.ts';

/** Puts a mapped value into the form of its field; throws TransformError where it does not fit. */
export type TargetCheck = (value: Json) => Json;

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/;
const schemas = { account: accountSchema(), email: emailSchema() };

const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();

const plain =
  (max: number): TargetCheck =>
  (value) => {
    const text = textOf(value).replaceAll(/[\r\n]+/g, ' ');
    if (text.length > max) throw new TransformError('tooLong', text, { max });
    if (forbidden.test(text)) throw new TransformError('characters', text);
    return text;
  };

const name =
  (max: number): TargetCheck =>
  (value) => {
    const text = cleanName(textOf(value));
    if (text === '') throw new TransformError('characters', value);
    if (text.length > max) throw new TransformError('tooLong', text, { max });
    return text;
  };

/** One of these words, whatever the case. */
const oneOf =
  (words: readonly string[]): TargetCheck =>
  (value) => {
    const text = textOf(value).toLowerCase();
    const found = words.find((word) => word.toLowerCase() === text);
    if (found === undefined) throw new TransformError('option', value);
    return found;
  };

function account(value: Json): Json {
  const text = textOf(value);
  const position = invisibleAt(text);
  if (position >= 0) throw new TransformError('invisible', text, { position: position + 1 });
  if (!schemas.account.safeParse(text).success || normaliseAccount(text).length > 64) throw new TransformError('account', text);
  return text;
}

function email(value: Json): Json {
  const text = textOf(value);
  if (!schemas.email.safeParse(text).success) throw new TransformError('email', text);
  return text;
}

/** A mobile number in E.164 form; separators don't count. Numbers without a country code need the transform `phone`. */
function mobile(value: Json): Json {
  const digits = phoneDigits(textOf(value));
  if (!mobilePattern.test(digits)) throw new TransformError('mobile', value);
  return digits;
}

/** YYYY-MM-DD, also as the beginning of a moment or without separators; a number is epoch milliseconds. */
function day(value: Json): Json {
  const text = typeof value === 'number' ? momentText(value) : textOf(value);
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)(?:\d{6}.*)?$/.exec(text);
  const written = found ? `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}` : '';
  if (!personFields.hireDate.safeParse(written || 'none').success) throw new TransformError('date', value, { format: 'yyyy-MM-dd' });
  return written;
}

const momentText = (value: number): string => (Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : '');

/** Epoch milliseconds, or a moment as text. */
function moment(value: Json): Json {
  const millis = typeof value === 'number' ? value : Date.parse(textOf(value));
  if (!Number.isInteger(millis) || millis < 0 || millis > 8.64e15) throw new TransformError('time', value);
  return millis;
}

function timeZone(value: Json): Json {
  const text = textOf(value);
  if (!personFields.timeZone.safeParse(text).success) throw new TransformError('option', value);
  return text;
}

const truths = new Set(['true', '1', 'yes', 'y']);
const truth: TargetCheck = (value) => value === true || truths.has(textOf(value).toLowerCase());

const code =
  (max: number): TargetCheck =>
  (value) => {
    const text = textOf(value);
    if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new TransformError('code', text);
    if (text.length > max) throw new TransformError('tooLong', text, { max });
    return text;
  };

/** Ids or names of several, in their order, none twice. */
const many =
  (max: number): TargetCheck =>
  (value) => {
    const all = (Array.isArray(value) ? value : [value]).map((one) => textOf(one ?? '')).filter((one) => one !== '');
    if (all.length > max) throw new TransformError('tooMany', all.length, { max });
    return [...new Set(all)];
  };

/** Names from the top, separated by `/`. */
function path(value: Json): Json {
  const names = textOf(Array.isArray(value) ? (value[0] ?? '') : value)
    .split(/[/／]/)
    .map(cleanName)
    .filter((one) => one !== '');
  if (names.length === 0) throw new TransformError('characters', value);
  const long = names.find((one) => one.length > 100);
  if (long !== undefined) throw new TransformError('tooLong', long, { max: 100 });
  return names.join('/');
}

const number: TargetCheck = (value) => {
  const found = Number(textOf(value));
  if (!Number.isFinite(found)) throw new TransformError('number', value);
  return found;
};

/** How the value of each field of a person is checked. */
export const employeeChecks: Readonly<Record<string, TargetCheck>> = {
  externalId: plain(500),
  account,
  name: name(100),
  nameEn: name(100),
  alias: name(100),
  nameReading: name(100),
  employeeNo: code(64),
  mobile,
  workPhone: plain(32),
  email,
  personalEmail: email,
  gender: oneOf(genders),
  birthday: day,
  hireDate: day,
  title: plain(200),
  jobLevel: plain(64),
  workplace: plain(200),
  costCentre: plain(64),
  employmentType: oneOf(employmentTypes),
  locale: oneOf(['zh_CN', 'en_US', 'ja_JP']),
  timeZone,
  remark: plain(1000),
  // A digest by now, or the address of a picture, which nobody fetches.
  avatar: plain(500),
  departments: many(20),
  departmentPath: path,
  manager: plain(500),
  disabled: truth,
  left: truth,
  expiresAt: moment,
};

/** How the value of each field of a department is checked. */
export const departmentChecks: Readonly<Record<string, TargetCheck>> = {
  externalId: plain(500),
  parent: plain(500),
  name: name(100),
  nameEn: name(100),
  nameJa: name(100),
  code: code(64),
  path,
  order: number,
  managers: many(10),
  phone: plain(32),
  email,
  address: plain(200),
  costCentre: plain(64),
  description: plain(1000),
  disabled: truth,
};

/** Fields that take a list; all others take the first value of one. */
export const listTargets = new Set(['departments', 'managers', 'departmentPath']);
