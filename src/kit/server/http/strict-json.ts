/** What the reader of bodies allows. */
interface Limits {
  depth: number;
  keys: number;
}

const limitsOfBodies: Limits = { depth: 32, keys: 1000 };

/** A body that is not the JSON we accept; `key` names the reason in the kit's texts. */
export class JsonRefused extends Error {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(reason: 'syntax' | 'depth' | 'reserved' | 'duplicate' | 'keys' | 'characters', params: JsonRefused['params'] = {}) {
    super(`The body is not strict JSON: ${reason}`);
    this.key = `issue.json.${reason}`;
    this.params = params;
  }
}

/**
 * Parses JSON (RFC 8259) more strictly than JSON.parse: duplicate keys, `__proto__`, more than 32 levels, more than 1,000 keys in one
 * object, NUL and lone surrogates are refused.
 */
export function parseStrictJson(source: string, limits: Limits = limitsOfBodies): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new JsonRefused('syntax');
  }
  inspect(source, limits);
  if (!source.isWellFormed() || source.includes('\\u')) assertText(value);
  return value;
}

/** Walks the tokens of JSON that is already known to be well formed. */
function inspect(source: string, limits: Limits): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charCodeAt(at);
    if (char === 0x22) {
      const end = endOfString(source, at);
      const keys = open.at(-1);
      if (keys && isKey(source, end)) noteKey(keys, source.slice(at, end + 1), limits);
      at = end;
    } else if (char === 0x7b || char === 0x5b) {
      open.push(char === 0x7b ? new Set() : null);
      if (open.length > limits.depth) throw new JsonRefused('depth', { limit: limits.depth });
    } else if (char === 0x7d || char === 0x5d) open.pop();
  }
}

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (source.charCodeAt(at) !== 0x22) at += source.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

function isKey(source: string, end: number): boolean {
  let at = end + 1;
  while (source.charCodeAt(at) <= 0x20) at += 1;
  return source.charCodeAt(at) === 0x3a;
}

function noteKey(keys: Set<string>, raw: string, limits: Limits): void {
  const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
  if (key === '__proto__') throw new JsonRefused('reserved', { key });
  if (keys.has(key)) throw new JsonRefused('duplicate', { key: key.slice(0, 50) });
  if (keys.size >= limits.keys) throw new JsonRefused('keys', { limit: limits.keys });
  keys.add(key);
}

/** Refuses NUL and lone surrogates wherever they stand in a value. */
export function assertText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw new JsonRefused('characters');
  } else if (Array.isArray(value)) value.forEach(assertText);
  else if (value && typeof value === 'object') Object.entries(value).forEach(([key, item]) => (assertText(key), assertText(item)));
}
