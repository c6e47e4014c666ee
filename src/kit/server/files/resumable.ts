import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createCipheriv, randomBytes, type Cipheriv } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileStore } from '@tus/file-store';
import type { Server } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resumableLimit } from '#kit/common/files/file.contract.ts';
import { code } from '#kit/common/codes.ts';
import { languageOf } from '#kit/common/language.ts';
import { refused, send } from '../answer.ts';
import { NoRoom, notFound, Refusal, wrongState } from '../refusal.ts';
import type { Services } from '../services.ts';

const address = '/api/file/tus';
const lifeMillis = 24 * 3_600_000;

const folderOf = (services: Pick<Services, 'settings'>): string => path.join(services.settings.dataDir, 'arriving');

/** The library is loaded where it is used first: the start is quicker without. */
async function storeOf(services: Services): Promise<FileStore> {
  const { FileStore: Store } = await import('@tus/file-store');
  /** What arrives in parts lies no clearer on the disk than what has arrived whole. */
  class VeiledStore extends Store {
    override async write(readable: Readable, id: string, offset: number): Promise<number> {
      const cipher = veil(services, id, offset);
      readable.once('error', (error) => cipher.destroy(error));
      return super.write(readable.pipe(cipher), id, offset);
    }
  }
  return new VeiledStore({ directory: folderOf(services), expirationPeriodInMilliseconds: lifeMillis });
}

const blockBytes = 16;

/**
 * Hides the bytes of an upload from this offset on, or shows them again: AES-256 in counter mode, which begins anywhere, under a key for
 * this upload alone. Whether the content is what was sent is seen when the upload becomes a file.
 */
function veil(services: Pick<Services, 'secrets'>, id: string, offset: number): Cipheriv {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / blockBytes)), blockBytes - 8);
  const cipher = createCipheriv('aes-256-ctr', services.secrets.mac('upload.content', id), counter);
  cipher.update(Buffer.alloc(offset % blockBytes));
  return cipher;
}

/** The first half of an upload's id tells whose it is, so that no table is needed to keep others away from it. */
const ownerMark = (services: Pick<Services, 'secrets'>, uid: string): string =>
  services.secrets.mac('upload', uid).toString('hex').slice(0, 16);

const isOwn = (services: Services, uid: string, id: string): boolean =>
  /^[0-9a-f]{32}$/.test(id) && id.startsWith(ownerMark(services, uid));

/**
 * Resumable uploads (tus 1.0.0, https://tus.io/protocols/resumable-upload) at /api/file/tus for signed-in people, each only for their own.
 * The protocol lives in headers and statuses, so it stands beside the contracts; `file/finish` turns what arrived into a file.
 */
export async function mountResumable(app: FastifyInstance, services: Services): Promise<void> {
  await mkdir(folderOf(services), { recursive: true, mode: 0o700 });
  // Here earlier versions kept parts in the clear; who was sending begins again.
  await rm(path.join(services.settings.dataDir, 'uploads'), { recursive: true, force: true });
  const uids = new WeakMap<object, string>();
  let tus: Promise<Server> | undefined;
  app.addHook('onClose', async () => void (await tus)?.removeAllListeners());
  await app.register(async (scope) => {
    // The body is the content itself: tus reads it from the socket.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of [address, `${address}/:id`]) {
      scope.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE'],
        url,
        handler: async (request, response) => {
          const uid = await personOf(services, request).catch((error: unknown) => error);
          const { id } = request.params as { id?: string };
          const error = await refusalOf(services, { uid, id, brings: ['POST', 'PATCH'].includes(request.method) });
          if (error !== undefined) {
            const answer = refused(error, languageOf(request.headers['accept-language']), services.texts);
            if (!answer) throw error;
            // A tus client stops for good at 403 and 404 only, and tries again later at 503.
            const status = { [code.notFound]: 404, [code.unavailable]: 503 }[answer.body.code] ?? 403;
            return send(response, { ...answer, status });
          }
          for (const [name, value] of Object.entries(response.getHeaders())) if (value !== undefined) response.raw.setHeader(name, value);
          response.hijack();
          uids.set(request.raw, String(uid));
          await (await (tus ??= openServer(services, uids))).handle(request.raw, response.raw);
          return response;
        },
      });
    }
  });
}

async function openServer(services: Services, uids: WeakMap<object, string>): Promise<Server> {
  const { Server: TusServer } = await import('@tus/server');
  return new TusServer({
    path: address,
    datastore: await storeOf(services),
    maxSize: resumableLimit,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // The console is of the same origin.
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: false,
    namingFunction: (request) =>
      `${ownerMark(services, uids.get(request.runtime?.node?.req ?? request) ?? '')}${randomBytes(8).toString('hex')}`,
  });
}

/** Why this call is refused: no session, an upload of somebody else, no room for what it brings. */
async function refusalOf(services: Services, call: { uid: unknown; id: string | undefined; brings: boolean }): Promise<unknown> {
  if (typeof call.uid !== 'string') return call.uid;
  if (call.id !== undefined && !isOwn(services, call.uid, call.id)) return notFound();
  return call.brings && (await services.room.isFull()) ? new NoRoom() : undefined;
}

async function personOf(services: Pick<Services, 'sessions'>, request: FastifyRequest): Promise<string> {
  const token = request.headers['accesstoken'];
  const found = await services.sessions.find(typeof token === 'string' ? token : undefined, request.headers.cookie, request.ip);
  if ('refused' in found) throw new Refusal(found.refused);
  if (found.viewing) throw new Refusal(code.viewOnly);
  if (found.mustChangePassword) throw new Refusal(code.notGranted, { code: '' });
  return found.uid;
}

/** Begins an upload of one's own for callers that send parts by calls of their own (terminals), not by tus. Answers its id. */
export async function beginUpload(services: Services, uid: string, size: number): Promise<string> {
  if (size > resumableLimit) throw new Refusal(code.tooLarge);
  const { Upload } = await import('@tus/server');
  const id = `${ownerMark(services, uid)}${randomBytes(8).toString('hex')}`;
  await (await storeOf(services)).create(new Upload({ id, size, offset: 0 }));
  return id;
}

/** How far one's own upload has come; 10404 for others. */
export async function uploadState(services: Services, uid: string, id: string): Promise<{ offset: number; size: number }> {
  const upload = isOwn(services, uid, id) ? await (await storeOf(services)).getUpload(id).catch(() => undefined) : undefined;
  if (!upload) throw notFound();
  return { offset: upload.offset, size: upload.size ?? 0 };
}

/** Adds a part to one's own upload. Answers where the next one begins; 10412 where this one begins elsewhere or is too long. */
export async function appendUpload(services: Services, uid: string, part: { id: string; offset: number; bytes: Buffer }): Promise<number> {
  const { offset, size } = await uploadState(services, uid, part.id);
  if (part.offset !== offset) throw wrongState(`offset ${offset}`);
  if (offset + part.bytes.length > size) throw wrongState('tooLong');
  return (await storeOf(services)).write(Readable.from([part.bytes]), part.id, offset);
}

/** One's own upload that has arrived whole, to be read once; 10404 for others, 10412 while parts are missing. */
export async function openUpload(services: Services, uid: string, id: string): Promise<{ stream: Readable; forget(): Promise<void> }> {
  const store = await storeOf(services);
  const upload = isOwn(services, uid, id) ? await store.getUpload(id).catch(() => undefined) : undefined;
  if (!upload) throw notFound();
  if (upload.size === undefined || upload.offset < upload.size) throw wrongState('uploading');
  const stored = createReadStream(path.join(folderOf(services), id));
  const stream = stored.pipe(veil(services, id, 0));
  stored.once('error', (error) => stream.destroy(error));
  return { stream, forget: async () => void (await store.remove(id)) };
}

/** Removes uploads that nobody finished within a day. Answers how many. */
export async function sweepUploads(services: Services): Promise<number> {
  return (await storeOf(services)).deleteExpired();
}
