import yauzl from 'yauzl';

/** A file of an archive. */
export interface ZippedFile {
  readonly path: string;
  /** Bytes when unpacked, as the archive says. */
  readonly size: number;
  pieces(): AsyncIterable<Buffer>;
  bytes(): Promise<Buffer>;
}

/** The files of an archive (its path or its bytes) one after the other; folders are left out. `inspectZip` looks at it first: names, links, ratio, numbers. */
export async function* filesInZip(source: string | Buffer): AsyncGenerator<ZippedFile> {
  const zip = await (typeof source === 'string' ? yauzl.openPromise(source) : yauzl.fromBufferPromise(source, { lazyEntries: true }));
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const pieces = async function* (): AsyncGenerator<Buffer> {
        for await (const piece of await zip.openReadStreamPromise(entry)) yield Buffer.from(piece as Uint8Array);
      };
      yield {
        path: entry.fileName,
        size: entry.uncompressedSize,
        pieces,
        bytes: () => joined(pieces()),
      };
    }
  } finally {
    zip.close();
  }
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
