import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '#platform/start-error.ts';
import { ByteReader } from './byte-reader.ts';

// Chunks sealed one by one, each with its number and whether it is the last in the nonce, so that none can be changed, moved, dropped
// or added: the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, https://eprint.iacr.org/2015/189 (section 5).

const MAGIC = Buffer.from('WHEELHOUSE-BACKUP-1\n');
const CHUNK = 1024 * 1024;
const TAG = 16;
const COST = 2 ** 17;

const head = z.object({
  salt: z.string().length(64),
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20),
});

const DAMAGED = 'The archive is damaged, cut off or was altered: nothing of it was used.';

async function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: cost * 8 * 256 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** Encrypts a stream with a key drawn from the passphrase (scrypt of the given cost N, then AES-256-GCM in chunks of 1 MiB). */
export async function* seal(plain: AsyncIterable<Uint8Array>, passphrase: string, cost = COST): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const opening = Buffer.concat([MAGIC, Buffer.from(`${JSON.stringify({ salt: salt.toString('hex'), cost })}\n`)]);
  const key = await deriveKey(passphrase, salt, cost);
  yield opening;
  const reader = new ByteReader(plain);
  let next = await reader.take(CHUNK);
  for (let index = 0, last = false; !last; index++) {
    const chunk = next;
    next = await reader.take(CHUNK);
    last = next.length === 0;
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last)).setAAD(opening);
    const body = Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    yield Buffer.concat([length, body]);
  }
}

/** Decrypts what seal made; throws StartError on a wrong passphrase and on any change, before giving out the changed part. */
export async function* unseal(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = new ByteReader(sealed);
  try {
    const { opening, salt, cost } = await readOpening(reader);
    const key = await deriveKey(passphrase, salt, cost);
    for (let index = 0, next = await readBody(reader); ; index++) {
      const body = next;
      if (!body) throw new StartError(DAMAGED);
      next = await readBody(reader);
      yield openChunk({ body, key, opening, nonce: nonceOf(index, next === undefined) }, index === 0);
      if (next === undefined) return;
    }
  } finally {
    await reader.close();
  }
}

async function readOpening(reader: ByteReader): Promise<{ opening: Buffer; salt: Buffer; cost: number }> {
  const magic = await reader.take(MAGIC.length);
  if (!magic.equals(MAGIC)) throw new StartError('The file is not a backup of this product.');
  const line: Buffer[] = [];
  for (let byte = await reader.take(1); ; byte = await reader.take(1)) {
    line.push(byte);
    if (byte.length === 0 || line.length > 500) throw new StartError(DAMAGED);
    if (byte[0] === 0x0a) break;
  }
  const text = Buffer.concat(line);
  const parsed = parseHead(text.toString());
  if (!parsed) throw new StartError(DAMAGED);
  return { opening: Buffer.concat([magic, text]), salt: Buffer.from(parsed.salt, 'hex'), cost: parsed.cost };
}

function parseHead(text: string): z.infer<typeof head> | undefined {
  try {
    return head.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The next chunk with its tag; undefined at the end of the file. */
async function readBody(reader: ByteReader): Promise<Buffer | undefined> {
  const prefix = await reader.take(4);
  if (prefix.length === 0) return undefined;
  const length = prefix.length === 4 ? prefix.readUInt32BE() : 0;
  if (length < TAG || length > CHUNK + TAG) throw new StartError(DAMAGED);
  const body = await reader.take(length);
  if (body.length !== length) throw new StartError(DAMAGED);
  return body;
}

function openChunk(sealed: { body: Buffer; key: Buffer; opening: Buffer; nonce: Buffer }, first: boolean): Buffer {
  const end = sealed.body.length - TAG;
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealed.key, sealed.nonce, { authTagLength: TAG }).setAAD(sealed.opening);
    decipher.setAuthTag(sealed.body.subarray(end));
    return Buffer.concat([decipher.update(sealed.body.subarray(0, end)), decipher.final()]);
  } catch {
    throw new StartError(
      first ? 'The passphrase is not that of this archive, or the archive is damaged or was altered: nothing of it was used.' : DAMAGED,
    );
  }
}
