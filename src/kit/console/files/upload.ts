import { finishUpload, resumableLimit, uploadFile, uploadLimit, type FileView } from '#kit/common/files/file.contract.ts';
import { call } from '../call/call.ts';
import { store } from '../store/store.ts';

/** Bytes sent so far and in all. */
export type UploadProgress = (sent: number, total: number) => void;

/** A file that is too large for any way of uploading. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  /** Bytes. */
  readonly limit = resumableLimit;
}

/** Uploads a file for a purpose: in one piece, or, when it is large, so that it resumes after a lost connection. */
export async function upload(file: File, purpose: string, onProgress: UploadProgress, signal: AbortSignal): Promise<FileView> {
  if (file.size > resumableLimit) throw new FileTooLarge();
  if (file.size > uploadLimit) return resumable(file, purpose, onProgress, signal);
  const input = { purpose, file };
  return call(uploadFile, input, { signal, onProgress: (share) => onProgress(share * file.size, file.size) });
}

async function resumable(file: File, purpose: string, onProgress: UploadProgress, signal: AbortSignal): Promise<FileView> {
  const { Upload } = await import('tus-js-client');
  const address = await new Promise<string>((resolve, reject) => {
    const sending = new Upload(file, {
      endpoint: '/api/file/tus',
      headers: { accessToken: store.get('accessToken'), 'x-wheelhouse-browser': '1' },
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: [0, 1000, 3000, 10_000, 30_000],
      chunkSize: 8 * 1024 * 1024,
      removeFingerprintOnSuccess: true,
      onProgress,
      onError: reject,
      onSuccess: () => resolve(sending.url ?? ''),
    });
    signal.addEventListener('abort', () => void sending.abort(true).catch(() => undefined));
    // What a closed page or a lost session left half sent goes on; an upload that is gone, or somebody else's, begins again.
    void sending.findPreviousUploads().then(([last]) => {
      if (last) sending.resumeFromPreviousUpload(last);
      if (!signal.aborted) sending.start();
    }, reject);
  });
  return call(finishUpload, { uploadId: address.split('/').at(-1) ?? '', name: file.name, purpose }, { signal });
}
