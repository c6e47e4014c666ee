import { safeLink, type BodyMark, type BodyNode } from '../../common/body.ts';
import { htmlParts, type HtmlPart } from './html-parts.ts';

/** What a paste became: blocks that the editor knows, and how much of it was left out. */
export interface Pasted {
  readonly content: readonly BodyNode[];
  /** Pictures of other pages, which are not brought in by themselves. */
  readonly pictures: number;
}

const inlineMarks: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
};
const lists: Readonly<Record<string, string>> = { ul: 'bulletList', ol: 'orderedList' };
const deepest = 10;

interface Reading {
  readonly marks: readonly BodyMark[];
  readonly depth: number;
}

/** Blocks of HTML that was pasted, by what the editor knows; everything else gives its text alone. */
export function pastedBlocks(html: string): Pasted {
  let pictures = 0;
  const blocksOf = (parts: readonly HtmlPart[], reading: Reading): BodyNode[] => {
    const blocks: BodyNode[] = [];
    let line: BodyNode[] = [];
    const end = (): void => {
      if (line.some(({ text }) => text === undefined || text.trim() !== '')) blocks.push({ type: 'paragraph', content: line });
      line = [];
    };
    const say = (part: HtmlPart, marks: readonly BodyMark[]): void => {
      if (typeof part === 'string') {
        const text = part.replace(/[\s\u00a0]+/g, ' ');
        if (text !== '' && !(line.length === 0 && text === ' ')) line.push({ type: 'text', text, ...(marks.length > 0 && { marks }) });
        return;
      }
      if (part.name === 'br') return void line.push({ type: 'hardBreak' });
      if (part.name === 'img') return void (pictures += 1);
      const block = blockOf(part, { marks, depth: reading.depth + 1 });
      if (block !== undefined) {
        end();
        blocks.push(...block);
        return;
      }
      const href = part.name === 'a' ? safeLink(part.attrs['href']) : undefined;
      const type = inlineMarks[part.name];
      const more =
        href !== undefined
          ? [{ type: 'link', attrs: { href } }]
          : type !== undefined && !marks.some((one) => one.type === type)
            ? [{ type }]
            : [];
      for (const inner of part.inner) say(inner, [...marks, ...more]);
    };
    for (const part of parts) say(part, reading.marks);
    end();
    return blocks;
  };
  const inlineOf = (parts: readonly HtmlPart[], reading: Reading): BodyNode[] =>
    blocksOf(parts, reading)
      .flatMap(({ content }) => content ?? [])
      .filter(({ type }) => type === 'text' || type === 'hardBreak');
  const filled = (content: BodyNode[]): BodyNode[] => (content.length > 0 ? content : [{ type: 'paragraph' }]);
  const blockOf = (part: Exclude<HtmlPart, string>, reading: Reading): BodyNode[] | undefined => {
    const { name, inner } = part;
    if (reading.depth > deepest) return undefined;
    if (/^h[1-6]$/.test(name))
      return [
        {
          type: 'heading',
          attrs: { level: Math.min(4, Math.max(2, Number(name[1]))) },
          content: inlineOf(inner, { ...reading, marks: [] }),
        },
      ];
    if (name === 'hr') return [{ type: 'horizontalRule' }];
    if (name === 'blockquote') return [{ type: 'blockquote', content: filled(blocksOf(inner, reading)) }];
    if (lists[name] !== undefined) {
      const items = inner.filter((one) => typeof one !== 'string' && one.name === 'li') as Exclude<HtmlPart, string>[];
      if (items.length === 0) return blocksOf(inner, reading);
      return [
        {
          type: lists[name],
          content: items.map((item) => ({ type: 'listItem', content: startingWithText(filled(blocksOf(item.inner, reading))) })),
        },
      ];
    }
    if (name === 'table') {
      const rows = rowsOf(inner);
      if (rows.length === 0) return blocksOf(inner, reading);
      const width = Math.max(...rows.map((row) => row.length));
      return [
        {
          type: 'table',
          content: rows.map((row) => ({
            type: 'tableRow',
            content: Array.from({ length: width }, (_, at) => ({
              type: row[at]?.name === 'th' ? 'tableHeader' : 'tableCell',
              content: filled(blocksOf(row[at]?.inner ?? [], reading)),
            })),
          })),
        },
      ];
    }
    return ['p', 'div', 'section', 'article', 'header', 'footer', 'main', 'figure', 'figcaption', 'body', 'html', 'pre', 'center'].includes(
      name,
    )
      ? blocksOf(inner, reading)
      : undefined;
  };
  return { content: blocksOf(htmlParts(html), { marks: [], depth: 0 }), pictures };
}

/** The editor's list items begin with a paragraph. */
const startingWithText = (content: BodyNode[]): BodyNode[] =>
  content[0]?.type === 'paragraph' ? content : [{ type: 'paragraph' }, ...content];

function rowsOf(parts: readonly HtmlPart[]): Exclude<HtmlPart, string>[][] {
  return parts
    .flatMap((part) => {
      if (typeof part === 'string') return [];
      if (part.name === 'tr')
        return [
          part.inner.filter((one) => typeof one !== 'string' && (one.name === 'td' || one.name === 'th')) as Exclude<HtmlPart, string>[],
        ];
      return ['tbody', 'thead', 'tfoot'].includes(part.name) ? rowsOf(part.inner) : [];
    })
    .filter((row) => row.length > 0);
}
