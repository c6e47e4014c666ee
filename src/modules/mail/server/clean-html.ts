import type { IOptions } from 'sanitize-html';

const tags = [
  'a',
  'b',
  'blockquote',
  'br',
  'caption',
  'center',
  'code',
  'col',
  'colgroup',
  'dd',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'font',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'i',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'section',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
];

/** What a mail may hold: neither scripts nor forms, frames or addresses of another kind than web and mail. */
export const rules: IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    '*': ['style', 'align', 'valign', 'width', 'height', 'bgcolor', 'color', 'dir', 'lang', 'title'],
    a: ['href', 'target', 'name'],
    img: ['src', 'alt', 'border'],
    table: ['border', 'cellpadding', 'cellspacing', 'role'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https', 'cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** HTML of a mail with nothing in it that acts: no scripts, forms, frames or addresses of another kind than web and mail. */
export async function cleanHtml(html: string): Promise<string> {
  // Loaded with the first own text: the start is quicker without.
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, rules);
}
