/** A request as a cURL command says it. */
export interface CurlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly origin: string;
  readonly path: string;
  readonly query: readonly { name: string; value: string }[];
  readonly headers: readonly { name: string; value: string }[];
  readonly body: string;
  /** Names of headers that were left out because they sign in: that belongs to the prefix. */
  readonly secrets: readonly string[];
}

/** Words of a command line as a shell reads them: quotes, `$'…'`, escaped ends of lines. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let begun = false;
  const push = (): void => {
    if (begun) words.push(word);
    word = '';
    begun = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '\\') {
      const next = text[at + 1];
      at += 1;
      if (next === '\n' || next === undefined) continue;
      if (next === '\r') {
        if (text[at + 1] === '\n') at += 1;
        continue;
      }
      word += next;
      begun = true;
    } else if (sign === "'" || (sign === '$' && text[at + 1] === "'")) {
      const escapes = sign === '$';
      at += escapes ? 2 : 1;
      begun = true;
      for (; at < text.length && text[at] !== "'"; at += 1) {
        if (escapes && text[at] === '\\') {
          at += 1;
          word += { n: '\n', t: '\t', r: '\r' }[text[at] ?? ''] ?? text[at] ?? '';
        } else word += text[at];
      }
    } else if (sign === '"') {
      begun = true;
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\' && /["\\$`]/.test(text[at + 1] ?? '')) at += 1;
        word += text[at];
      }
    } else if (/\s/.test(sign)) push();
    else {
      word += sign;
      begun = true;
    }
  }
  push();
  return words;
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const secretHeader = /^(authorization|cookie|x-api-key|proxy-authorization)$/i;
const ownHeader = /^(host|content-length|connection|accept-encoding|user-agent)$/i;
const withValue = new Set([
  '-X',
  '--request',
  '-H',
  '--header',
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--data-urlencode',
  '--json',
  '--url',
  '-u',
  '--user',
  '-A',
  '--user-agent',
  '-b',
  '--cookie',
  '-o',
  '--output',
  '-m',
  '--max-time',
  '--connect-timeout',
  '-e',
  '--referer',
]);

/** Reads a pasted cURL command; undefined where there is no address in it. */
export function parseCurl(text: string): CurlRequest | undefined {
  const words = wordsOf(text.trim());
  if (words[0] !== undefined && /^curl(\.exe)?$/i.test(words[0])) words.shift();
  let method: string | undefined;
  let address: string | undefined;
  const headers: { name: string; value: string }[] = [];
  const secrets: string[] = [];
  const data: string[] = [];
  const addHeader = (line: string): void => {
    const colon = line.indexOf(':');
    if (colon < 1) return;
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (secretHeader.test(name)) secrets.push(name);
    else if (!ownHeader.test(name)) headers.push({ name, value });
  };
  for (let at = 0; at < words.length; at += 1) {
    const joined = /^(-[XHd])(.+)$/.exec(words[at]!);
    const option = joined ? joined[1]! : words[at]!;
    const value = joined ? joined[2]! : (words[at + 1] ?? '');
    if (withValue.has(option) && !joined) at += 1;
    if (option === '-X' || option === '--request') method = value.toUpperCase();
    else if (option === '-H' || option === '--header') addHeader(value);
    else if (option === '-u' || option === '--user') secrets.push('authorization');
    else if (option === '-b' || option === '--cookie') secrets.push('cookie');
    else if (option === '--url') address = value;
    else if (option === '--json') {
      data.push(value);
      addHeader('content-type: application/json');
    } else if (/^(-d|--data(-raw|-binary|-ascii|-urlencode)?)$/.test(option)) data.push(value);
    else if (!option.startsWith('-')) address ??= option;
  }
  if (address === undefined) return undefined;
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const asked = method ?? (data.length > 0 ? 'POST' : 'GET');
  return {
    method: (methods.has(asked) ? asked : 'GET') as CurlRequest['method'],
    origin: url.origin,
    path: decodeURI(url.pathname),
    query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    headers,
    body: data.join('&'),
    secrets: [...new Set(secrets)],
  };
}
