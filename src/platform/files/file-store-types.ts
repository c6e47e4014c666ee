import type { Readable } from 'node:stream';

/** Limits of one upload. */
export interface PutLimits {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Told the name before anything lies under it. */
  readonly naming?: (hash: string) => Promise<void>;
}

/** Bytes from start to end, both included, from 0; without end up to the last. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** Files kept under the SHA-256 of their content: the same content is kept once, and a name can't lead elsewhere. */
export interface FileStore {
  /** Keeps the stream; durable when it resolves. FileError tooLarge above the limit; nothing stays behind after a failure. */
  put(stream: Readable, limits: PutLimits): Promise<{ hash: string; size: number }>;
  /** The content or a range of it; FileError missing. */
  open(hash: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, undefined when it isn't kept. */
  size(hash: string): Promise<number | undefined>;
  /** Forgets the content; no error when it isn't kept. */
  remove(hash: string): Promise<void>;
  /** Removes uploads that processes left which were ended in the middle of them; absent where none can lie. */
  sweep?(): Promise<void>;
  close(): Promise<void>;
}
