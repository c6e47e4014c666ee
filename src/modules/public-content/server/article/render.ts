import type { IOptions } from 'sanitize-html';
import { safeLink, type BodyMark, type BodyNode } from '../../common/body.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const wraps: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };

function marked(html: string, marks: readonly BodyMark[] = []): string {
  return marks.reduce((inner, { type, attrs }) => {
    const tag = wraps[type];
    if (tag !== undefined) return `<${tag}>${inner}</${tag}>`;
    const href = safeLink(attrs?.href);
    return href === undefined ? inner : `<a href="${escape(href)}" rel="noopener noreferrer" target="_blank">${inner}</a>`;
  }, html);
}

/** Files of the pictures by their materials. */
export type PictureFiles = ReadonlyMap<string, string>;

type Drawing = (inner: string, attrs: NonNullable<BodyNode['attrs']>) => string;
const spans = (attrs: NonNullable<BodyNode['attrs']>): string =>
  ['colspan', 'rowspan'].map((name) => (Number(attrs[name] ?? 1) > 1 ? ` ${name}="${Number(attrs[name])}"` : '')).join('');
const wrap =
  (tag: string): Drawing =>
  (inner) =>
    `<${tag}>${inner}</${tag}>`;

const drawings: Readonly<Record<string, Drawing>> = {
  doc: (inner) => inner,
  paragraph: wrap('p'),
  heading: (inner, attrs) => wrap(`h${Math.min(4, Math.max(2, Number(attrs['level'] ?? 2)))}`)(inner, attrs),
  bulletList: wrap('ul'),
  orderedList: (inner, attrs) => `<ol${Number(attrs['start'] ?? 1) === 1 ? '' : ` start="${Number(attrs['start'])}"`}>${inner}</ol>`,
  listItem: wrap('li'),
  blockquote: wrap('blockquote'),
  codeBlock: (inner) => `<pre><code>${inner}</code></pre>`,
  table: (inner) => `<div><table><tbody>${inner}</tbody></table></div>`,
  tableRow: wrap('tr'),
  tableCell: (inner, attrs) => `<td${spans(attrs)}>${inner}</td>`,
  tableHeader: (inner, attrs) => `<th${spans(attrs)}>${inner}</th>`,
  horizontalRule: () => '<hr />',
  hardBreak: () => '<br />',
};

function drawn(node: BodyNode, files: PictureFiles): string {
  if (node.type === 'text') return marked(escape(node.text ?? ''), node.marks);
  const attrs = node.attrs ?? {};
  if (node.type === 'picture') {
    const file = files.get(String(attrs['materialId']));
    if (file === undefined) return '';
    const caption = String(attrs['caption'] ?? '');
    const picture = `<img data-file="${escape(file)}" alt="${escape(String(attrs['alt'] ?? ''))}" />`;
    return `<figure>${picture}${caption === '' ? '' : `<figcaption>${escape(caption)}</figcaption>`}</figure>`;
  }
  const inner = (node.content ?? []).map((one) => drawn(one, files)).join('');
  return drawings[node.type]?.(inner, attrs) ?? '';
}

/** What may stand in the HTML of an article; the renderer makes nothing else, and what it made is held to this once more. */
const allowed: IOptions = {
  allowedTags: 'p h2 h3 h4 ul ol li blockquote pre code strong em u s a br hr div table tbody tr td th figure figcaption img'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['data-file', 'alt'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 64,
};

/** The HTML of a checked body: made of its nodes alone, then passed through the allow-list. Pictures carry the id of their file. */
export async function renderBody(body: BodyNode, files: PictureFiles): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(drawn(body, files), allowed);
}
