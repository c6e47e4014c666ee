import type { Readable } from 'node:stream';
import { headBytes } from '#platform/files/detect-type.ts';

/** The first bytes of a stream; the stream goes on after them. */
export interface DetectedFile {
  readonly bytes: Buffer;
}

/** Reads the first bytes of a stream without ending it: all of it when it is shorter. Rejects with the stream's error. */
export function detectHead(stream: Readable): Promise<DetectedFile> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      stream.off('readable', read).off('end', finish).off('error', reject);
      resolve({ bytes: Buffer.concat(parts) });
    };
    const read = (): void => {
      for (let part: unknown = stream.read(); part !== null; part = stream.read()) {
        const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
        parts.push(bytes);
        size += bytes.length;
        if (size >= headBytes) return finish();
      }
    };
    stream.on('readable', read).on('end', finish).on('error', reject);
  });
}
