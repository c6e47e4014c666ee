import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { FileError } from './file-error.ts';
import type { ByteRange, FileStore } from './file-store-types.ts';
import { parseS3Place } from './s3-place.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { expectErrors, fanOut, spool } from './spool.ts';

const partBytes = 16 * 1024 * 1024;

const isMissing = (error: unknown): boolean => error instanceof Error && /^(NotFound|NoSuchKey|404)$/.test(error.name);

interface Access {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
  readonly bucket: string;
}

async function uploadParts({ sdk, client, bucket }: Access, key: string, path: string, size: number): Promise<void> {
  const where = { Bucket: bucket, Key: key };
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(where));
  const file = await open(path, 'r');
  try {
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    // One part in memory at a time: a retry needs its bytes again.
    const buffer = Buffer.alloc(partBytes);
    for (let start = 0; start < size; start += partBytes) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(partBytes, size - start), start);
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({ ...where, UploadId, PartNumber, Body: buffer.subarray(0, bytesRead) }),
      );
      parts.push({ ETag, PartNumber });
    }
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload: { Parts: parts } }));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...where, UploadId })).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function sizeAt({ sdk, client, bucket }: Access, key: string): Promise<number | undefined> {
  try {
    return (await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readAt({ sdk, client, bucket }: Access, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end ?? ''}`;
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, ...(Range === undefined ? {} : { Range }) }));
    if (!(Body instanceof Readable)) throw new FileError('store', 'the store answered without a body');
    return Body;
  } catch (error) {
    if (isMissing(error)) throw new FileError('missing', 'the file is not kept');
    throw error;
  }
}

/** A store in an S3 bucket. An upload is hashed in the spool folder first, because its name is its hash; the SDK is loaded only here. */
export async function openS3Store(text: string, options: { spool?: string } = {}): Promise<FileStore> {
  const place = parseS3Place(text);
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint: place.endpoint,
    region: place.region,
    forcePathStyle: true,
    credentials: { accessKeyId: place.key, secretAccessKey: place.secret },
    // Other makers' stores often don't know the newer checksums; the content hash is ours anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const access: Access = { sdk, client, bucket: place.bucket };
  const keyOf = (hash: string): string => place.prefix + fanOut(hash);
  const spoolIn = options.spool ?? join(tmpdir(), 'wheelhouse');
  return {
    async put(stream, limits) {
      expectErrors(stream);
      const folder = await makeScratch(spoolIn);
      try {
        const { path, hash, size } = await spool(stream, folder, limits);
        const key = keyOf(hash);
        await limits.naming?.(hash);
        if ((await sizeAt(access, key)) === size) return { hash, size };
        if (size > partBytes) await uploadParts(access, key, path, size);
        else
          await client.send(
            new sdk.PutObjectCommand({
              Bucket: place.bucket,
              Key: key,
              Body: size === 0 ? Buffer.alloc(0) : createReadStream(path),
              ContentLength: size,
            }),
          );
        return { hash, size };
      } finally {
        await removeScratch(folder);
      }
    },
    open: async (hash, range) => readAt(access, keyOf(hash), range),
    size: async (hash) => sizeAt(access, keyOf(hash)),
    async remove(hash) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket: place.bucket, Key: keyOf(hash) }));
    },
    async close() {
      client.destroy();
    },
  };
}
