import type { Platform } from '#kit/common/client/platforms.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { bootstrapGet } from '../common/platform.contract.ts';

interface Document {
  readAt: number;
  etag: string;
  body: string | undefined;
}

/** How long a document is answered from memory: what was published is true everywhere within this. */
const keptMillis = 900;
const kept = new WeakMap<object, Map<Platform, Promise<Document>>>();

/** The document of a platform, from memory while it is fresh; asked for by many at once it is read once. */
async function documentOf(pool: object, db: Db, platform: Platform): Promise<Document> {
  const own = kept.get(pool) ?? new Map<Platform, Promise<Document>>();
  kept.set(pool, own);
  const known = await own.get(platform)?.catch(() => undefined);
  if (known && performance.now() - known.readAt < keptMillis) return known;
  const reading = read(db, platform);
  own.set(platform, reading);
  return reading;
}

async function read(db: Db, platform: Platform): Promise<Document> {
  const readAt = performance.now();
  const row = await db
    .selectFrom('platform_document')
    .innerJoin('installation_key', 'installation_key.key_id', 'platform_document.key_id')
    .select(['doc_version', 'content', 'document', 'signature', 'platform_document.key_id', 'public_key'])
    .where('platform', '=', platform)
    .orderBy('doc_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.content === null) return { readAt, etag: '', body: undefined };
  const data = { document: row.document, signature: row.signature, keyId: row.key_id, publicKey: row.public_key };
  return { readAt, etag: `"${row.key_id}-${platform}-${row.doc_version}"`, body: JSON.stringify({ code: 0, msg: 'ok', data }) };
}

/** Sends the document of a platform, or 304 to who has it. */
export async function sendBootstrap({ db, services, request, response }: Call, { platform }: Parsed<typeof bootstrapGet>): Promise<null> {
  const { etag, body } = await documentOf(services.database.pool, db, platform);
  if (body === undefined) throw notFound();
  response.header('etag', etag).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) await response.status(304).send();
  else await response.header('content-type', 'application/json; charset=utf-8').send(body);
  return null;
}
