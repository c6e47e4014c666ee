import { createHash } from 'node:crypto';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageKind } from '../../common/words.ts';

type Body = Readonly<Record<string, unknown>>;

const place = (column: 'body' | 'original', id: string) => ({ table: 'im_message', column, row: id });

/** Seals what a message says, for its own row alone. */
export const sealBody = (
  { secrets }: Pick<CoreServices, 'secrets'>,
  id: string,
  body: Body,
  column: 'body' | 'original' = 'body',
): string => secrets.seal(JSON.stringify(body), place(column, id));

/** Opens what a message says. */
export const openBody = (
  { secrets }: Pick<CoreServices, 'secrets'>,
  id: string,
  sealed: string | null,
  column: 'body' | 'original' = 'body',
): Body | null => (sealed === null ? null : (JSON.parse(secrets.open(sealed, place(column, id))) as Body));

/** Everything of a message that people read, line by line. */
export function textOf(kind: MessageKind, body: Body): string {
  const parts: unknown[] = [body['text'], body['caption'], body['title'], body['name'], body['address']];
  if (kind === 'merged' && Array.isArray(body['items']))
    for (const item of body['items']) parts.push(typeof item === 'object' && item !== null ? Reflect.get(item, 'text') : undefined);
  return parts.filter((part): part is string => typeof part === 'string' && part !== '').join('\n');
}

/** What tells copies of one text apart from others without reading it. */
export function digestOf({ secrets }: Pick<CoreServices, 'secrets'>, text: string): Buffer | null {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  return folded === '' ? null : secrets.mac('message text', folded);
}

/** A wish as a hash: the same client id with another one is refused. */
export const hashOf = (wish: unknown): Buffer => createHash('sha256').update(JSON.stringify(wish)).digest();
