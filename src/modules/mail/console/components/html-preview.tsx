import { createElement, type ReactElement, type ReactNode } from 'react';

interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (sign, name: string) => entities[name] ?? sign);
const pieces = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|<!--[\s\S]*?-->/g;
const single = new Set(['br', 'hr', 'img', 'col']);

/** The tree of what the server has cleaned: balanced elements with quoted attributes and nothing else. */
function treeOf(html: string): Element {
  const root: Element = { tag: 'div', attributes: {}, children: [] };
  const open = [root];
  const add = (child: Element | string): void => void open.at(-1)?.children.push(child);
  let from = 0;
  for (const match of html.matchAll(pieces)) {
    const between = html.slice(from, match.index);
    if (between !== '') add(plain(between));
    from = match.index + match[0].length;
    const [, slash, tag, attributes] = match;
    if (tag === undefined) continue;
    if (slash === '/') {
      if (open.length > 1 && open.at(-1)?.tag === tag) open.pop();
      continue;
    }
    const element: Element = { tag, attributes: attributesOf(attributes ?? ''), children: [] };
    add(element);
    if (!single.has(tag)) open.push(element);
  }
  if (from < html.length) add(plain(html.slice(from)));
  return root;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]));

/** Written through the style object, which the policy of the page allows; sizes and colours, never a picture from elsewhere. */
function styleOf(text: string): Record<string, string> {
  const parts = text.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf(':');
    const name = part.slice(0, at).trim().toLowerCase();
    const value = part.slice(at + 1).trim();
    const isGood = at > 0 && /^[a-z-]+$/.test(name) && !/url\s*\(|expression|fixed|sticky/i.test(value) && name !== 'position';
    return isGood ? [[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]] : [];
  });
  return Object.fromEntries(parts);
}

const shown = new Set([
  'table',
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'td',
  'th',
  'ul',
  'ol',
  'li',
  'p',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'br',
  'hr',
  'pre',
  'code',
  'blockquote',
  'sub',
  'sup',
]);

/** An element as it looks: headings and links are only drawn as such, for nothing in a preview leads anywhere. */
function draw(node: Element | string, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const style = attributes['style'] === undefined ? {} : { style: styleOf(attributes['style']) };
  if (tag === 'img') return createElement('span', { key, className: 'mail-picture' }, attributes['alt'] ?? '');
  const inside = single.has(tag) ? [] : children.map(draw);
  if (shown.has(tag)) return createElement(tag, { key, ...style }, ...inside);
  const isBlock = /^(?:div|h[1-6]|center|section|header|footer|dl|dd|figure)$/.test(tag);
  return createElement(isBlock ? 'div' : 'span', { key, 'data-tag': tag, title: attributes['href'], ...style }, ...inside);
}

/** The HTML of a mail, drawn without ever becoming markup of the page: on paper, as mail programs show it. */
export function HtmlPreview({ html }: { html: string }): ReactElement {
  return <div className="mail-paper">{treeOf(html).children.map(draw)}</div>;
}
