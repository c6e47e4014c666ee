import { limits } from './words.ts';

/** A mark of a text: bold, a link. */
export interface BodyMark {
  readonly type: string;
  readonly attrs?: { readonly href: string };
}
/** A value of an attribute. */
export type BodyValue = string | number | boolean | null;
/** A node of an article's body, in the form of its editor. */
export interface BodyNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, BodyValue>>;
  readonly content?: readonly BodyNode[];
  readonly marks?: readonly BodyMark[];
  readonly text?: string;
}

/** Where a body holds something that is not allowed: `content.3.content.0`. */
export class BodyProblem extends Error {
  readonly found: string;
  readonly place: string;
  constructor(found: string, place: string) {
    super(`${found} at ${place}`);
    this.found = found;
    this.place = place;
  }
}

const blocks = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table', 'picture', 'horizontalRule'];
const inline = ['text', 'hardBreak'];
/** What each node may hold. */
const holds: Readonly<Record<string, readonly string[]>> = {
  doc: blocks,
  paragraph: inline,
  heading: inline,
  codeBlock: ['text'],
  blockquote: blocks,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: blocks,
  table: ['tableRow'],
  tableRow: ['tableCell', 'tableHeader'],
  tableCell: blocks,
  tableHeader: blocks,
  picture: [],
  horizontalRule: [],
  hardBreak: [],
};
const marks: ReadonlySet<string> = new Set(['bold', 'italic', 'underline', 'strike', 'code', 'link']);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Characters that nobody sees, or that turn around what is read; a joiner within an emoji stays. */
const unseen =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const clean = (text: string): string => text.replace(unseen, '').toWellFormed();

type Attributes = (attrs: Readonly<Record<string, unknown>>, place: string) => Record<string, BodyValue>;
const whole = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
const line = (value: unknown, most: number): string => (typeof value === 'string' ? clean(value).replaceAll('\n', ' ').slice(0, most) : '');
const cell: Attributes = ({ colspan, rowspan }) => ({ colspan: whole(colspan, 1, 50) ?? 1, rowspan: whole(rowspan, 1, 50) ?? 1 });

/** Attributes that are kept; every other one is dropped. */
const attributes: Readonly<Record<string, Attributes>> = {
  heading: ({ level }) => ({ level: whole(level, 2, 4) ?? 2 }),
  orderedList: ({ start }) => ({ start: whole(start, 0, 100_000) ?? 1 }),
  tableCell: cell,
  tableHeader: cell,
  picture: ({ materialId, alt, caption }, place) => {
    if (typeof materialId !== 'string' || !uuid.test(materialId)) throw new BodyProblem('picture', place);
    return { materialId, alt: line(alt, 200), caption: line(caption, 200) };
  },
};

/** The address of a link as it is kept: http, https or mailto; undefined for every other one. */
export function safeLink(href: unknown): string | undefined {
  if (typeof href !== 'string' || href.length > 2000) return undefined;
  try {
    const { protocol, href: whole_, username, password } = new URL(href);
    if (username !== '' || password !== '') return undefined;
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole_ : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function marksOf(value: unknown, place: string): BodyMark[] {
  if (!Array.isArray(value) || value.length > 10) throw new BodyProblem('marks', place);
  const found = new Map<string, BodyMark>();
  for (const one of value as readonly unknown[]) {
    const type = isRecord(one) ? one['type'] : undefined;
    if (typeof type !== 'string' || !marks.has(type)) throw new BodyProblem(String(type).slice(0, 30), place);
    if (type !== 'link') {
      found.set(type, { type });
      continue;
    }
    const attrs = isRecord(one) ? one['attrs'] : undefined;
    const href = safeLink(isRecord(attrs) ? attrs['href'] : undefined);
    if (href === undefined) throw new BodyProblem('link', place);
    found.set(type, { type, attrs: { href } });
  }
  return [...found.values()];
}

/** Nodes counted so far, and how many of them are pictures. */
interface Counting {
  nodes: number;
  pictures: number;
}

function nodeOf(
  value: unknown,
  allowed: readonly string[],
  at: { readonly depth: number; readonly place: string; readonly count: Counting },
): BodyNode {
  const { depth, place, count } = at;
  if (depth > limits.depth) throw new BodyProblem(`> ${limits.depth}`, place);
  if ((count.nodes += 1) > limits.nodes) throw new BodyProblem(`> ${limits.nodes}`, place);
  const type = isRecord(value) ? value['type'] : undefined;
  if (!isRecord(value) || typeof type !== 'string' || !allowed.includes(type)) throw new BodyProblem(String(type).slice(0, 30), place);
  if (type === 'text') {
    if (typeof value['text'] !== 'string') throw new BodyProblem('text', place);
    const found = value['marks'] === undefined ? [] : marksOf(value['marks'], place);
    return { type, text: clean(value['text']), ...(found.length > 0 && { marks: found }) };
  }
  if (type === 'picture' && (count.pictures += 1) > limits.pictures) throw new BodyProblem(`> ${limits.pictures}`, place);
  const inner: unknown = value['content'] ?? [];
  if (!Array.isArray(inner)) throw new BodyProblem('content', place);
  const content = (inner as readonly unknown[])
    .map((one, index) => nodeOf(one, holds[type]!, { depth: depth + 1, place: `${place}.${index}`, count }))
    .filter((one) => one.type !== 'text' || one.text !== '');
  const attrs = attributes[type]?.(isRecord(value['attrs']) ? value['attrs'] : {}, place);
  return { type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) };
}

/** An empty body. */
export const emptyBody: BodyNode = { type: 'doc' };

/**
 * A body as it is kept: nodes, marks and attributes that the product knows, links of the web and of mail, no characters that nobody sees.
 * Throws BodyProblem where it holds anything else, is nested deeper, has more nodes or pictures, or is larger than the limits say.
 */
export function checkBody(value: unknown): BodyNode {
  const body = nodeOf(value, ['doc'], { depth: 0, place: 'doc', count: { nodes: 0, pictures: 0 } });
  if (new TextEncoder().encode(JSON.stringify(body)).length > limits.body) throw new BodyProblem('> 1 MiB', 'doc');
  return body;
}

/** Every node below one, the one itself first. */
export function* nodesOf(node: BodyNode): Generator<BodyNode> {
  yield node;
  for (const inner of node.content ?? []) yield* nodesOf(inner);
}

/** The pictures of a body by the materials that they show. */
export const materialsOf = (body: BodyNode): string[] => [
  ...new Set([...nodesOf(body)].flatMap(({ type, attrs }) => (type === 'picture' ? [String(attrs?.['materialId'])] : []))),
];

const isBlock = (type: string): boolean => type !== 'text' && type !== 'hardBreak';

/** A body as plain text, a line a block. */
export function plainTextOf(body: BodyNode): string {
  const text = (node: BodyNode): string => {
    if (node.type === 'text') return node.text ?? '';
    if (node.type === 'hardBreak') return '\n';
    if (node.type === 'picture') return String(node.attrs?.['caption'] ?? '');
    const parts = (node.content ?? []).map(text);
    return parts.join(node.content?.some(({ type }) => isBlock(type)) ? '\n' : '');
  };
  return text(body)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many words a text has: each Han or kana character counts as one. */
export function wordsIn(text: string): number {
  const characters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const others = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return characters + others;
}
