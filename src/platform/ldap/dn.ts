/** One step of a distinguished name: `key` compares (without case, spaces and ways of escaping), `value` is what people read. */
export interface DnStep {
  readonly key: string;
  readonly value: string;
}

/** A value inside a distinguished name (RFC 4514 2.4). */
export function escapeDn(value: string): string {
  return value
    .replaceAll(/["+,;<>\\=]/g, (sign) => `\\${sign}`)
    .replaceAll('\u0000', '\\00')
    .replaceAll(/^[ #]| $/g, (sign) => `\\${sign}`);
}

/** Parts between separators that are not escaped. */
function split(text: string, separators: string): string[] {
  // Names without anything escaped are by far the most.
  if (separators === ',;' && !text.includes('\\') && !text.includes(';')) return text.split(',');
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (separators.includes(text[at]!)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** Escaped bytes are UTF-8, one by one; any other escaped sign stands for itself. Spaces at the ends count only where they are escaped. */
function plainValue(text: string): string {
  if (!text.includes(' ') && !text.includes('\\')) return text;
  const bare = text.replace(/^ +/, '').replace(/((?:^|[^\\])(?:\\\\)*(?:\\ )?) +$/, '$1');
  if (!bare.includes('\\')) return bare;
  return bare.replaceAll(/(?:\\[0-9A-Fa-f]{2})+|\\(.)/g, (escaped: string, sign: string | undefined) =>
    sign === undefined ? Buffer.from(escaped.replaceAll('\\', ''), 'hex').toString('utf8') : sign,
  );
}

// Upper case first: it writes out what has no capital of its own (ß).
const folded = (value: string): string =>
  /^[!-~]*$/.test(value) ? value.toLowerCase() : value.normalize('NFKC').toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ').trim();

function stepOf(rdn: string): DnStep {
  const pairs = (rdn.includes('+') ? split(rdn, '+') : [rdn]).map((pair) => {
    const equals = pair.indexOf('=');
    return { type: pair.slice(0, equals).trim().toLowerCase(), value: plainValue(pair.slice(equals + 1)) };
  });
  const key = pairs
    .map(({ type, value }) => `${type}=${folded(value)}`)
    .sort()
    .join('\u0001');
  return { key, value: pairs[0]?.value ?? '' };
}

/** A distinguished name without its first step, as it is written. */
export function aboveDn(dn: string): string {
  const comma = dn.indexOf(',');
  const [escape, semicolon] = [dn.indexOf('\\'), dn.indexOf(';')];
  // Names without anything escaped are by far the most.
  if (comma >= 0 && (escape < 0 || escape > comma) && (semicolon < 0 || semicolon > comma)) return dn.slice(comma + 1);
  let at = 0;
  while (at < dn.length && dn[at] !== ',' && dn[at] !== ';') at += dn[at] === '\\' ? 2 : 1;
  return dn.slice(at + 1);
}

/** The steps of a distinguished name, the entry itself first. */
export function parseDn(dn: string): DnStep[] {
  return dn.trim() === '' ? [] : split(dn, ',;').map(stepOf);
}

/** A name that two ways of writing the same distinguished name share; `from` leaves out that many steps at its beginning. */
export function dnKey(dn: string | readonly DnStep[], from = 0): string {
  const steps = typeof dn === 'string' ? parseDn(dn) : dn;
  return steps
    .slice(from)
    .map(({ key }) => key)
    .join('\u0002');
}

/** Whether an entry is the base or lies under it; both as `dnKey` gives them. */
export function isUnder(key: string, base: string): boolean {
  return base === '' || key === base || key.endsWith(`\u0002${base}`);
}
