import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageKind } from '../../common/words.ts';

type Body = Readonly<Record<string, unknown>>;

/** The message that a text belongs to. */
export interface BodyPlace {
  readonly id: string;
  readonly conversation_id: string;
}

type Column = 'body' | 'original';
type Sealing = Pick<CoreServices, 'secrets'>;

const format = 'm1';
const [ivBytes, tagBytes] = [12, 16];
/** Keys of conversations that were asked for last. */
const mostKeys = 10_000;

const keys = new WeakMap<CoreServices['secrets'], Map<string, KeyObject>>();

/** Each conversation has a key of its own, derived from the installation's: a page of messages is opened by one key, and none is stored. */
function keyOf({ secrets }: Sealing, keyId: string, conversation: string): KeyObject {
  const all = keys.get(secrets) ?? new Map<string, KeyObject>();
  keys.set(secrets, all);
  const name = `${keyId} ${conversation}`;
  const known = all.get(name);
  if (known) return known;
  if (all.size >= mostKeys) all.clear();
  const made = createSecretKey(secrets.mac('message bodies', conversation, keyId));
  all.set(name, made);
  return made;
}

const aad = (column: Column, id: string): Buffer => Buffer.from(`im_message ${column} ${id}`, 'latin1');

/** Seals what a message says, for its own row alone. */
export function sealBody(services: Sealing, { id, conversation_id }: BodyPlace, body: Body, column: Column = 'body'): string {
  const { keyId } = services.secrets;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(services, keyId, conversation_id), iv, { authTagLength: tagBytes });
  cipher.setAAD(aad(column, id));
  const sealed = Buffer.concat([iv, cipher.update(JSON.stringify(body), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${format}.${keyId}.${sealed.toString('base64url')}`;
}

/** Opens what a message says; texts that were sealed by themselves, before conversations had keys, open too. */
export function openBody(
  services: Sealing,
  { id, conversation_id }: BodyPlace,
  sealed: string | null,
  column: Column = 'body',
): Body | null {
  if (sealed === null) return null;
  if (!sealed.startsWith(`${format}.`)) return JSON.parse(services.secrets.open(sealed, { table: 'im_message', column, row: id })) as Body;
  const at = sealed.indexOf('.', format.length + 1);
  const bytes = Buffer.from(sealed.slice(at + 1), 'base64url');
  const key = keyOf(services, sealed.slice(format.length + 1, at), conversation_id);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(aad(column, id)).setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const text = decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes), undefined, 'utf8') + decipher.final('utf8');
  return JSON.parse(text) as Body;
}

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

/** A request as a hash: the same client id with another one is refused. */
export const hashOf = (request: unknown): Buffer => createHash('sha256').update(JSON.stringify(request)).digest();
