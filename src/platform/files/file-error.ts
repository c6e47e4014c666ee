/** Why a file is refused or not found. Archive reasons: name, link, duplicate, entries, unpacked, ratio, encrypted, method, broken. */
export type FileReason =
  | 'missing'
  | 'tooLarge'
  | 'hash'
  | 'type'
  | 'image'
  | 'pixels'
  | 'name'
  | 'link'
  | 'duplicate'
  | 'entries'
  | 'unpacked'
  | 'ratio'
  | 'encrypted'
  | 'method'
  | 'broken'
  | 'store';

/** A file that can't be kept, read or trusted. */
export class FileError extends Error {
  readonly reason: FileReason;
  constructor(reason: FileReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FileError';
    this.reason = reason;
  }
}
