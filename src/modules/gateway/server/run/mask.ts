import { createHash } from 'node:crypto';

const bullets = '••••';
/** Names of fields whose values no log and no workbench shows. */
const secretNames =
  /^(password|passwd|pwd|secret|token|access_?token|refresh_?token|authorization|cookie|set-cookie|api_?key|id_?card|mobile|phone|bank_?(card|account)|x-signature)$/i;

/** What is masked beside the usual names. */
export interface MaskRules {
  readonly names: ReadonlySet<string>;
  readonly paths: readonly { readonly path: string; readonly how: string }[];
  readonly hidden: ReadonlySet<string>;
  /** Is told what was masked, by its path. */
  readonly kept?: (path: string, value: unknown) => void;
}

function masked(value: unknown, how: string): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (how === 'last4') return text.length > 4 ? `${bullets}${text.slice(-4)}` : bullets;
  if (how === 'hash') return createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (how === 'name') return text.length > 1 ? `${text[0]}${bullets}` : bullets;
  return bullets;
}

/** A value with what must not be seen replaced; paths are `a.b`, elements of lists have the path of the list. */
export function maskValue(value: unknown, rules: MaskRules, path = ''): unknown {
  if (typeof value === 'string') return hideIn(value, rules.hidden);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, rules, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const at = path === '' ? key : `${path}.${key}`;
      const rule = rules.paths.find((one) => one.path === at || one.path === key);
      if (rule) {
        rules.kept?.(at, inner);
        return [key, masked(inner, rule.how)];
      }
      if (rules.names.has(key) && !secretNames.test(key)) rules.kept?.(at, inner);
      else if (/^(mobile|phone|id_?card|bank_?(card|account))$/i.test(key)) rules.kept?.(at, inner);
      if (secretNames.test(key) || rules.names.has(key)) return [key, inner === null || inner === '' ? inner : bullets];
      return [key, maskValue(inner, rules, at)];
    }),
  );
}

/** A text without the values that must never be shown. */
export function hideIn(text: string, hidden: ReadonlySet<string>): string {
  let shown = text;
  for (const secret of hidden) if (secret.length >= 8) shown = shown.replaceAll(secret, bullets);
  return shown;
}

/** A body as the log keeps it: JSON by its fields, anything else as text; what is no text by its size. */
export function maskBody(body: Buffer, contentType: string, rules: MaskRules): string {
  if (body.length === 0) return '';
  const text = body.subarray(0, 65_536).toString('utf8');
  if (text.includes('\ufffd') && !/json|text|xml|form/i.test(contentType)) return `(${body.length} bytes)`;
  try {
    if (body.length <= 262_144) return JSON.stringify(maskValue(JSON.parse(body.toString('utf8')), rules));
  } catch {
    // No JSON: a form, or text.
  }
  if (contentType.includes('x-www-form-urlencoded'))
    return new URLSearchParams(
      [...new URLSearchParams(text)].map(([key, value]) => [
        key,
        secretNames.test(key) || rules.names.has(key) ? bullets : hideIn(value, rules.hidden),
      ]),
    ).toString();
  return hideIn(text, rules.hidden);
}

/** Headers as they are shown. */
export const maskHeaders = (headers: Readonly<Record<string, string>>, hidden: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretNames.test(name) || /^(x-gateway-identity|dpop|accesstoken|x-widget-ticket)$/i.test(name) ? bullets : hideIn(value, hidden),
    ]),
  );
