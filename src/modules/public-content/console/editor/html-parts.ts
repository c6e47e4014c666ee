/** One element or text of HTML, read without the browser's parser: what comes in is never given to it. */
export type HtmlPart = string | HtmlElement;
/** An element with its attributes and what is in it. */
export interface HtmlElement {
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly inner: HtmlPart[];
}

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'wbr', 'base', 'source']);
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
]);
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const token =
  /<!--[^]*?-->|<!\[[^>]*>|<![^>]*>|<\/([a-zA-Z][^\s>/]*)[^>]*>|<([a-zA-Z][^\s>/]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?|\s|\/(?!>))*)\s*\/?>|([^<]+|<)/g;
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const most = 20_000;
const deepest = 60;

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
    return point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff) ? String.fromCodePoint(point) : '';
  });

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name, double, single, bare]) => [name!.toLowerCase(), decoded(double ?? single ?? bare ?? '')]),
  );

/** HTML as elements and texts; scripts, styles and drawings are left out with all that is in them, what is nested too deep is flattened. */
export function htmlParts(html: string): HtmlPart[] {
  const root: HtmlElement = { name: '', attrs: {}, inner: [] };
  const open: HtmlElement[] = [root];
  let count = 0;
  let mute: string | undefined;
  for (const [, closing, opening, attrs, text] of html.matchAll(token)) {
    if ((count += 1) > most) break;
    const top = open.at(-1)!;
    if (mute !== undefined) {
      if (closing?.toLowerCase() === mute) mute = undefined;
    } else if (text !== undefined) top.inner.push(decoded(text));
    else if (opening !== undefined) {
      const name = opening.toLowerCase();
      if (silent.has(name)) {
        mute = name;
        continue;
      }
      const element: HtmlElement = { name, attrs: attributesOf(attrs ?? ''), inner: [] };
      top.inner.push(element);
      if (!voids.has(name) && open.length < deepest) open.push(element);
    } else if (closing !== undefined) {
      const at = open.findLastIndex(({ name }) => name === closing.toLowerCase());
      if (at > 0) open.length = at;
    }
  }
  return root.inner;
}
