import type { MessageStructureObject } from 'imapflow';

/** A part of a mail that is a file. */
export interface MailPart {
  readonly part: string;
  readonly name: string;
  readonly contentType: string;
  /** Bytes as they travel: base64 is a third more than the file. */
  readonly size: number;
  readonly inline: boolean;
  readonly contentId: string;
}

/** Where in a mail its text, its HTML and its files stand. */
export interface MailShape {
  readonly text: string | null;
  readonly html: string | null;
  readonly parts: readonly MailPart[];
}

const mostParts = 200;
const deepest = 30;

/** A text of a mail as it is shown: without control characters, cut. */
export const plain = (text: unknown, most: number): string =>
  typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, most)
    : '';

/** What a structure holds; deeper and longer ones than a mail has are left out. */
export function shapeOf(root: MessageStructureObject | undefined): MailShape {
  let [text, html]: [string | null, string | null] = [null, null];
  const parts: MailPart[] = [];
  let seen = 0;
  const visit = (node: MessageStructureObject, depth: number): void => {
    seen += 1;
    if (depth > deepest || seen > mostParts * 4) return;
    if (node.childNodes && node.childNodes.length > 0 && node.type !== 'message/rfc822') {
      for (const child of node.childNodes) visit(child, depth + 1);
      return;
    }
    if (node.type.startsWith('multipart/')) return;
    // A mail of one part has no number of its own.
    const part = node.part ?? '1';
    const name = plain(node.dispositionParameters?.['filename'] ?? node.parameters?.['name'] ?? '', 255);
    const isFile = node.disposition === 'attachment' || name !== '';
    if (!isFile && node.type === 'text/plain' && text === null) text = part;
    else if (!isFile && node.type === 'text/html' && html === null) html = part;
    else if (parts.length < mostParts) parts.push(fileOf(node, part, name));
  };
  if (root) visit(root, 0);
  return { text, html, parts };
}

function fileOf(node: MessageStructureObject, part: string, name: string): MailPart {
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(node.type) ? node.type.slice(0, 100) : 'application/octet-stream';
  return {
    part,
    name: name === '' ? `${node.type === 'message/rfc822' ? 'mail' : 'part'}-${part}${node.type === 'message/rfc822' ? '.eml' : ''}` : name,
    contentType,
    size: node.size ?? 0,
    inline: node.disposition === 'inline' || (node.id !== undefined && node.disposition !== 'attachment'),
    contentId: plain(node.id, 200).replace(/^<|>$/g, ''),
  };
}
