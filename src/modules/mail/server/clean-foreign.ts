import type { Attributes, IOptions } from 'sanitize-html';
import { rules } from './clean-html.ts';

/** A mail of somebody else without anything that acts or fetches. */
export interface CleanMail {
  readonly html: string;
  /** Pictures of other servers that were left out. */
  readonly blockedImages: number;
  /** Where links lead; `differs`: their text names another host. */
  readonly links: readonly { text: string; host: string; differs: boolean }[];
}

const mostLinks = 200;
const size = /^-?[\d.]{1,8}(?:px|em|rem|ex|pt|pc|%|cm|mm|in)?$/;
const sizes = /^(?:(?:-?[\d.]{1,8}(?:px|em|rem|ex|pt|pc|%|cm|mm|in)?|auto|0)\s*){1,4}$/;
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\([\d\s.,%/]{3,40}\)|hsla?\([\d\s.,%/deg]{3,40}\))$/i;
const word = /^[a-z-]{1,24}$/i;
const line =
  /^(?:(?:[\d.]{1,6}(?:px|pt|em)?|thin|medium|thick|none|solid|dashed|dotted|double|inset|outset|ridge|groove|hidden|#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,24})\s*){1,3}$/i;
const sides = ['', '-top', '-right', '-bottom', '-left'];

/** Properties that can neither fetch anything nor leave the place of the mail: no `url()`, no `position`, no layers. */
const styles: NonNullable<IOptions['allowedStyles']> = {
  '*': {
    color: [colour],
    background: [colour],
    'background-color': [colour],
    'font-family': [/^[\w\s,'"-]{1,200}$/],
    'font-size': [size, word],
    'font-style': [word],
    'font-weight': [word, /^\d00$/],
    'line-height': [size, word],
    'letter-spacing': [size, word],
    'text-align': [word],
    'text-decoration': [/^[a-z\s-]{1,40}$/i],
    'text-indent': [size],
    'text-transform': [word],
    'vertical-align': [word, size],
    'white-space': [word],
    'word-break': [word],
    'list-style-type': [word],
    'border-collapse': [word],
    'border-spacing': [sizes],
    'border-radius': [sizes],
    width: [size, word],
    'max-width': [size, word],
    'min-width': [size],
    height: [size, word],
    'max-height': [size, word],
    display: [/^(?:block|inline|inline-block|table|table-row|table-cell|none)$/i],
    float: [word],
    clear: [word],
    ...Object.fromEntries(
      sides.flatMap((side) => [
        [`margin${side}`, [sizes]],
        [`padding${side}`, [sizes]],
        [`border${side}`, [line]],
      ]),
    ),
    'border-width': [sizes],
    'border-style': [/^[a-z\s]{1,40}$/i],
    'border-color': [colour],
  },
};

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};
/** The host that a text claims to be the address of; empty where it claims none. */
const claimed = (text: string): string => {
  const [first = ''] = text.trim().split(/\s/);
  return /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:?#]|$)/iu.test(first)
    ? hostOf(/^https?:/i.test(first) ? first : `https://${first}`).replace(/^www\./, '')
    : '';
};

/** Cleans the HTML of a mail by an allow-list; pictures of other servers only where they are allowed. It fetches nothing. */
export async function cleanForeignHtml(html: string, { images }: { images: boolean }): Promise<CleanMail> {
  const { default: sanitize } = await import('sanitize-html');
  let blockedImages = 0;
  const links: { text: string; host: string; differs: boolean }[] = [];
  const link = (tagName: string, attributes: Attributes): { tagName: string; attribs: Attributes } => {
    const host = hostOf(attributes['href'] ?? '');
    return {
      tagName,
      attribs: { ...attributes, target: '_blank', rel: 'noopener noreferrer nofollow', ...(host !== '' && { title: host }) },
    };
  };
  const picture = (tagName: string, { src, srcset: _, ...attributes }: Attributes): { tagName: string; attribs: Attributes } => {
    const isInside = /^cid:/i.test(src ?? '');
    const isShown = isInside || (images && /^https:\/\//i.test(src ?? ''));
    if (!isShown && src !== undefined) blockedImages += 1;
    return { tagName, attribs: { ...attributes, ...(isShown && src !== undefined && { src }) } };
  };
  const cleaned = sanitize(html, {
    ...rules,
    allowedAttributes: { ...rules.allowedAttributes, a: ['href', 'target', 'rel', 'title'] },
    allowedSchemesByTag: { img: images ? ['https', 'cid'] : ['cid'] },
    allowedStyles: styles,
    nestingLimit: 100,
    transformTags: { a: link, img: picture },
    exclusiveFilter: ({ tag, attribs, text }) => {
      const host = tag === 'a' ? hostOf(attribs['href'] ?? '') : '';
      if (host !== '' && links.length < mostLinks) {
        const said = claimed(text);
        links.push({ text: text.trim().slice(0, 200), host, differs: said !== '' && said !== host.replace(/^www\./, '') });
      }
      return false;
    },
  });
  return { html: cleaned, blockedImages, links };
}
