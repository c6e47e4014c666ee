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

/** What was found of names: a source has few of them and asks a million times. */
const known = new Map<string, boolean>();

function isKept(name: string): boolean {
  let kept = known.get(name);
  if (kept === undefined) {
    if (known.size >= 10_000) known.clear();
    known.set(name, (kept = !isSecret(name)));
  }
  return kept;
}

const longest = 20_000;

/** A value as it is kept: bytes only as their digest, without characters that the database can't hold. */
function jsonOf(value: RawValue): Json {
  if (typeof value === 'string') {
    const text = value.length > longest ? value.slice(0, longest) : value;
    return text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '').toWellFormed() : text;
  }
  if (Buffer.isBuffer(value)) return `sha256:${createHash('sha256').update(value).digest('hex')}`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'object' && value !== null ? value.slice(0, 5_000).map(jsonOf) : value;
}

/** A record as it is kept for planning: without secrets and bytes. */
export function rawJson(values: RawRecord['values']): Fields {
  const kept: Fields = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value !== undefined && isKept(name)) kept[name] = jsonOf(value);
  }
  return kept;
}
