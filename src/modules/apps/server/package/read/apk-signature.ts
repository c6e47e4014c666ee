import { constants, createHash, createPublicKey, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { badSignature, Cursor, damaged, partsOf, type Source } from './source.ts';
import type { Zip } from './zip.ts';

/** Who signed an APK, by which schemes, and whose keys it was signed by before. */
export interface ApkSigner {
  readonly schemes: readonly string[];
  readonly certificate: X509Certificate;
  /** SHA-256 of the certificates that the present one took over from, the oldest first; empty without a rotation. */
  readonly lineage: readonly string[];
}

const ids = { v2: 0x7109871a, v3: 0xf05368c0, v31: 0x1b93ad61, lineage: 0x3ba06f8c, stripping: 0xbeeff00d } as const;
const magic = 'APK Sig Block 42';

interface Algorithm {
  readonly digest: 'sha256' | 'sha512';
  readonly padding?: 'pss';
}
const algorithms: Readonly<Record<number, Algorithm>> = {
  0x0101: { digest: 'sha256', padding: 'pss' },
  0x0102: { digest: 'sha512', padding: 'pss' },
  0x0103: { digest: 'sha256' },
  0x0104: { digest: 'sha512' },
  0x0201: { digest: 'sha256' },
  0x0202: { digest: 'sha512' },
  0x0301: { digest: 'sha256' },
};

/** Parts of the signing block by their number, and where the block begins; undefined where there is none. */
async function signingBlockOf({ source, directoryAt }: Zip): Promise<{ at: number; parts: ReadonlyMap<number, Buffer> } | undefined> {
  if (directoryAt < 32) return undefined;
  const foot = await source.read(directoryAt - 24, 24);
  if (foot.toString('latin1', 8) !== magic) return undefined;
  const size = Number(foot.readBigUInt64LE(0));
  const at = directoryAt - size - 8;
  if (size < 24 || size > 64 * 1024 * 1024 || at < 0) throw badSignature('block');
  const block = await source.read(at, size + 8);
  if (Number(block.readBigUInt64LE(0)) !== size) throw badSignature('block');
  const parts = new Map<number, Buffer>();
  for (let place = 8; place < block.length - 24;) {
    const length = Number(block.readBigUInt64LE(place));
    if (length < 4 || place + 8 + length > block.length - 24) throw badSignature('block');
    const id = block.readUInt32LE(place + 8);
    if (parts.has(id)) throw badSignature('block');
    parts.set(id, block.subarray(place + 12, place + 8 + length));
    place += 8 + length;
  }
  return { at, parts };
}

/** Verifies the signatures of schemes 2 and 3 with all content; undefined where the package has none of them. Throws 13002 and 13003. */
export async function verifyBlock(zip: Zip): Promise<ApkSigner | undefined> {
  const block = await signingBlockOf(zip);
  if (!block) return undefined;
  const found = (['v31', 'v3', 'v2'] as const).flatMap((scheme) => {
    const part = block.parts.get(ids[scheme]);
    return part ? [{ scheme, signer: guarded(() => signerIn(part, scheme)) }] : [];
  });
  const [best] = found;
  if (!best) return undefined;
  if (found.some(({ signer }) => signer.promisesV3) && !found.some(({ scheme }) => scheme !== 'v2')) throw badSignature('stripped');
  const wanted = new Set(found.flatMap(({ signer }) => [...signer.digests.keys()]));
  const digests = await contentDigests(zip, block.at, [...wanted]);
  for (const { signer } of found) for (const [digest, said] of signer.digests) if (!digests.get(digest)?.equals(said)) throw damaged('');
  const names = { v2: 'v2', v3: 'v3', v31: 'v3.1' } as const;
  return {
    schemes: found.map(({ scheme }) => names[scheme]).toReversed(),
    certificate: best.signer.certificate,
    lineage: found.find(({ signer }) => signer.lineage.length > 0)?.signer.lineage ?? [],
  };
}

/** What can't be read as a signature is none. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.name === 'PackageFault') throw error;
    throw badSignature('block');
  }
}

interface SignerFacts {
  readonly certificate: X509Certificate;
  readonly digests: ReadonlyMap<Algorithm['digest'], Buffer>;
  readonly lineage: readonly string[];
  /** Scheme 2 says that the package was also signed with scheme 3. */
  readonly promisesV3: boolean;
}

/** The one signer of a scheme, whose signature holds over what it signed. */
function signerIn(part: Buffer, scheme: 'v2' | 'v3' | 'v31'): SignerFacts {
  const signers = Cursor.all(new Cursor(part).prefixed());
  if (signers.length !== 1) throw badSignature('signers');
  const cursor = new Cursor(signers[0]!);
  const signed = cursor.prefixed();
  const versions = scheme === 'v2' ? undefined : cursor.take(8);
  const signatures = Cursor.all(cursor.prefixed());
  const key = createPublicKey({ key: cursor.prefixed(), format: 'der', type: 'spki' });
  assertSigned(signed, signatures, key);
  const inside = new Cursor(signed);
  const digests = Cursor.all(inside.prefixed());
  const certificates = Cursor.all(inside.prefixed()).map((one) => new X509Certificate(one));
  if (versions && !inside.take(8).equals(versions)) throw badSignature('versions');
  const attributes = Cursor.all(inside.prefixed());
  const certificate = certificates[0];
  if (!certificate?.publicKey.equals(key)) throw badSignature('certificate');
  const found = new Map<Algorithm['digest'], Buffer>();
  for (const one of digests) {
    const reading = new Cursor(one);
    const algorithm = algorithms[reading.u32()];
    if (algorithm) found.set(algorithm.digest, reading.prefixed());
  }
  if (found.size === 0) throw badSignature('digest');
  const attribute = (id: number): Buffer | undefined => attributes.find((one) => one.readUInt32LE(0) === id)?.subarray(4);
  const lineage = attribute(ids.lineage);
  return {
    certificate,
    digests: found,
    lineage: lineage ? lineageOf(lineage, certificate) : [],
    promisesV3: scheme === 'v2' && attribute(ids.stripping)?.readUInt32LE(0) === 3,
  };
}

/** At least one signature is of a known algorithm, and every one that is holds. */
function assertSigned(signed: Buffer, signatures: readonly Buffer[], key: KeyObject): void {
  let known = 0;
  for (const one of signatures) {
    const cursor = new Cursor(one);
    const algorithm = algorithms[cursor.u32()];
    if (!algorithm) continue;
    known += 1;
    if (!holds(algorithm, { signed, key, signature: cursor.prefixed() })) throw badSignature('signature');
  }
  if (known === 0) throw badSignature('algorithm');
}

function holds(algorithm: Algorithm, { signed, key, signature }: { signed: Buffer; key: KeyObject; signature: Buffer }): boolean {
  if (algorithm.padding !== 'pss') return verify(algorithm.digest, signed, key, signature);
  const saltLength = algorithm.digest === 'sha256' ? 32 : 64;
  return verify(algorithm.digest, signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
}

/** Keys that gave way to the next one, each proven by the signature of the one before. */
function lineageOf(bytes: Buffer, certificate: X509Certificate): string[] {
  const cursor = new Cursor(bytes);
  cursor.u32();
  const chain: X509Certificate[] = [];
  let lastAlgorithm = 0;
  while (cursor.left > 0) {
    const node = new Cursor(cursor.prefixed());
    const signed = node.prefixed();
    node.u32();
    const algorithm = node.u32();
    const signature = node.prefixed();
    const last = chain.at(-1);
    const used = algorithms[lastAlgorithm];
    if (last && (!used || !holds(used, { signed, key: last.publicKey, signature }))) throw badSignature('lineage');
    chain.push(new X509Certificate(new Cursor(signed).prefixed()));
    lastAlgorithm = algorithm;
  }
  if (!chain.at(-1)?.raw.equals(certificate.raw)) throw badSignature('lineage');
  return chain.slice(0, -1).map(fingerprintOf);
}

/** SHA-256 of a certificate, in hex. */
export const fingerprintOf = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('hex');

const chunkBytes = 1024 * 1024;

/** Digests over the whole content in chunks of 1 MiB: what stands before the block, the directory, and the end as if there were no block. */
async function contentDigests(
  zip: Zip,
  blockAt: number,
  wanted: readonly Algorithm['digest'][],
): Promise<Map<Algorithm['digest'], Buffer>> {
  const end = Buffer.from(await zip.source.read(zip.endAt, zip.source.size - zip.endAt));
  end.writeUInt32LE(blockAt, 16);
  const ofChunks = new Map<Algorithm['digest'], Buffer[]>(wanted.map((digest) => [digest, []]));
  const add = (chunk: Buffer): void => {
    const head = Buffer.alloc(5);
    head[0] = 0xa5;
    head.writeUInt32LE(chunk.length, 1);
    for (const [digest, all] of ofChunks) all.push(createHash(digest).update(head).update(chunk).digest());
  };
  for await (const chunk of chunksOf(zip.source, 0, blockAt)) add(chunk);
  for await (const chunk of chunksOf(zip.source, zip.directoryAt, zip.endAt)) add(chunk);
  for (let at = 0; at < end.length; at += chunkBytes) add(end.subarray(at, at + chunkBytes));
  return new Map(
    [...ofChunks].map(([digest, all]) => {
      const head = Buffer.alloc(5);
      head[0] = 0x5a;
      head.writeUInt32LE(all.length, 1);
      return [
        digest,
        createHash(digest)
          .update(Buffer.concat([head, ...all]))
          .digest(),
      ];
    }),
  );
}

async function* chunksOf(source: Source, start: number, end: number): AsyncGenerator<Buffer> {
  for await (const part of partsOf(source, start, end))
    for (let at = 0; at < part.length; at += chunkBytes) yield part.subarray(at, at + chunkBytes);
}
