import type { RawRecord, RawValue } from '../connector/connector.ts';

/** Attributes that hold passwords or what can be made one: never shown, wherever they come from. */
const secretName =
  /passw|passwort|pwd|secret|token|credential|privatekey|nthash|lmhash|krbprincipalkey|supplementalcredentials|密码|口令|密碼|パスワード|暗証/i;
/** Hashes as directories and password files write them. */
const secretValue = /^(?:\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[^}]*|ARGON2)\}|\$(?:2[aby]|5|6|y|argon2(?:id?|d)?|pbkdf2[^$]*)\$)/i;

const longest = 500;

/** A record as it may be shown: without secrets, hashes of passwords and pictures. */
export function withoutSecrets(record: RawRecord): Record<string, string | number | boolean | null | (string | number | boolean | null)[]> {
  return Object.fromEntries(
    Object.entries(record.values).flatMap(([name, value]) => {
      if (secretName.test(name)) return [];
      const shown = shownValue(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

type Shown = string | number | boolean | null;

/** Whether the name of an attribute says that it holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name);

function shownValue(value: RawValue): Shown | Shown[] | undefined {
  if (Array.isArray(value)) {
    const list = (value as readonly RawValue[]).map(shownOne).filter((one) => one !== undefined);
    return list.length === 0 && value.length > 0 ? undefined : list.slice(0, 50);
  }
  return shownOne(value);
}

function shownOne(value: RawValue): Shown | undefined {
  // Bytes are pictures or worse.
  if (Buffer.isBuffer(value) || (typeof value === 'object' && value !== null)) return undefined;
  if (typeof value !== 'string') return value as Shown;
  return secretValue.test(value) ? undefined : value.slice(0, longest);
}
