import type { FileStore } from './file-store-types.ts';
import { openLocalStore } from './local-store.ts';
import { openS3Store } from './s3-store.ts';

export type { ByteRange, FileStore, PutLimits } from './file-store-types.ts';

/**
 * Opens the store at a folder, or at `s3://key:secret@host:port/bucket[/prefix]?region=…&tls=0` (key and secret percent-encoded).
 * spool: folder in which uploads to S3 are hashed first.
 */
export async function openFileStore(place: string, options: { spool?: string } = {}): Promise<FileStore> {
  return place.startsWith('s3://') ? openS3Store(place, options) : openLocalStore(place);
}
