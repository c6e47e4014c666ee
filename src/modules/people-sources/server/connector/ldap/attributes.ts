import type { Entry } from 'ldapts';
import { anyCase } from '#platform/text/any-case.ts';
import type { RawValue } from '../connector.ts';
import { guidText } from './guid.ts';

/** Attributes that hold passwords, hashes or keys by their exact names; patterns below take the rest. */
const secretNames = new Set(
  [
    'unicodePwd',
    'dBCSPwd',
    'supplementalCredentials',
    'nTSecurityDescriptor',
    'userPKCS12',
    'userSMIMECertificate',
    'currentValue',
    'priorValue',
    'trustAuthIncoming',
    'trustAuthOutgoing',
    'initialAuthIncoming',
    'initialAuthOutgoing',
    'pekList',
    'ms-Mcs-AdmPwd',
    'olcRootPW',
    'sambaPwdHistory',
  ].map((name) => name.toLowerCase()),
);
const secretPattern = /passw|pwdhistory|secret|nthash|lmhash|krb.*key|otp.*(?:key|token)|recovery|credential|privatekey|^pwd$/;
/** What only tells of passwords: when they were set and that they locked. */
const harmless = /^(?:pwd(?:lastset|changedtime|accountlockedtime|failuretime|policysubentry|reset)|badpasswordtime|badpwdcount)$/;

/** Whether an attribute is never read, whatever a mapping says. */
export function isSecret(attribute: string): boolean {
  const name = attribute.toLowerCase().replace(/;.*$/, '');
  return secretNames.has(name) || (secretPattern.test(name) && !harmless.test(name));
}

/** Pictures: read only where they are asked for. */
const pictures = ['jpegPhoto', 'thumbnailPhoto', 'photo'] as const;

const isPicture = (name: string): boolean => pictures.some((one) => one.toLowerCase() === name.toLowerCase());

/** Attributes whose values are bytes, though they may look like text by chance. */
export const bytes: readonly string[] = [
  ...pictures,
  'objectGUID',
  'objectSid',
  'audio',
  'logonHours',
  'userCertificate',
  'cACertificate',
  'mS-DS-ConsistencyGuid',
  'msExchMailboxGuid',
  'msExchMasterAccountSid',
  'sIDHistory',
  'terminalServer',
  'userParameters',
];

/** Members of a group may be a million; they are followed, never kept in a record. */
const members = new Set(['member', 'uniquemember', 'memberuid']);

/** Which attributes a reading asks for. `all`: whatever there is, by their names. */
export interface Wanted {
  readonly names: readonly string[] | 'all';
  readonly pictures: boolean;
}

/** What a request says of attributes, without those that are worked out (`$…`) and those that are never read. */
export function wantedOf(names: readonly string[] | undefined, isSample: boolean): Wanted {
  if (!names) return { names: 'all', pictures: isSample };
  const plain = names.filter((name) => !name.startsWith('$') && !isSecret(name));
  return { names: plain, pictures: plain.some(isPicture) };
}

/** A name without the piece of its values that a directory gave out (`member;range=0-1499`). */
const withoutRange = (name: string): string => name.replace(/;range=.*$/i, '');

function isReadable(name: string, wanted: Wanted): boolean {
  if (name === 'dn' || isSecret(name) || members.has(name.toLowerCase())) return false;
  return wanted.pictures || !isPicture(name);
}

/** Names that may be asked for, of those that were seen. */
export function readable(names: Iterable<string>, wanted: Wanted): string[] {
  return [...new Set([...names].map(withoutRange))].filter((name) => isReadable(name, wanted));
}

const one = (value: string | Buffer, name: string): RawValue | undefined => {
  if (!Buffer.isBuffer(value)) return value;
  if (name.toLowerCase() === 'objectguid') return guidText(value);
  return isPicture(name) ? value : undefined;
};

/**
 * Takes what a record keeps out of entries: text, several values as a list, pictures as bytes. They stand under the spelling that was asked
 * for, because directories answer in their own.
 */
export function valuesReader(wanted: Wanted): (entry: Entry) => Record<string, RawValue> {
  const spelling = new Map(wanted.names === 'all' ? [] : wanted.names.map((name) => [name.toLowerCase(), name]));
  const keys = new Map<string, string | undefined>();
  const keyOf = (given: string): string | undefined => {
    const name = withoutRange(given);
    const key = wanted.names === 'all' ? name : spelling.get(name.toLowerCase());
    return isReadable(name, wanted) ? key : undefined;
  };
  return (entry) => {
    const values: Record<string, RawValue> = {};
    for (const name in entry) {
      const given = entry[name]!;
      if (!keys.has(name)) keys.set(name, keyOf(name));
      const key = keys.get(name);
      if (key === undefined) continue;
      if (typeof given === 'string') {
        values[key] = given;
        continue;
      }
      const list = (Array.isArray(given) ? given : [given]).map((value) => one(value, name)).filter((value) => value !== undefined);
      const [first] = list;
      if (first !== undefined) values[key] = list.length === 1 ? first : list;
    }
    return values;
  };
}

/** The first text of an attribute, whatever its spelling. */
export function textOf(entry: Entry, attribute: string): string | undefined {
  const value = anyCase(entry, attribute);
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** All texts of an attribute, whatever its spelling. */
export function textsOf(entry: Entry, attribute: string): string[] {
  return [anyCase(entry, attribute) ?? []].flat().filter((text) => typeof text === 'string');
}
