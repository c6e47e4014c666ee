import { createHash } from 'node:crypto';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { RawRecord, RawValue } from '../connector/connector.ts';

/** Attributes that hold passwords, their hashes or keys: they are never kept, whatever the other side sends. */
const secret =
  /pass(word|wd|phrase)|pwd$|^(unicodepwd|dbcspwd|supplementalcredentials|msds-managedpassword|krbprincipalkey|krbextradata|sambalmpassword|sambantpassword|authpassword|ipanthash|totpsecret|oathsecret)$|secret$|privatekey$|^token$|accesstoken$/i;
/** About passwords, but none: when it was changed, whether it ends. */
const harmless = /^(pwdlastset|pwdchangedtime|shadow\w+|passwordexpired|passwordneverexpires|passwordlastset)$/i;

/** Whether an attribute holds a secret by its name. */
export const isSecret = (attribute: string): boolean => {
  const name = attribute.split(';')[0]!;
  return secret.test(name) && !harmless.test(name);
};

const longest = 20_000;

/** A value as it is kept: bytes only as their digest, without characters that the database can't hold. */
function jsonOf(value: RawValue): Json {
  if (Buffer.isBuffer(value)) return `sha256:${createHash('sha256').update(value).digest('hex')}`;
  if (typeof value === 'string') return value.slice(0, longest).replaceAll('\0', '').toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'object' && value !== null ? value.slice(0, 5_000).map(jsonOf) : value;
}

/** A record as it is kept for planning: without secrets and bytes. */
export function rawJson(values: RawRecord['values']): Fields {
  const kept: Fields = {};
  for (const [name, value] of Object.entries(values)) if (!isSecret(name) && value !== undefined) kept[name] = jsonOf(value);
  return kept;
}
