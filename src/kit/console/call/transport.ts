import { batchHeader } from '#kit/common/change/batch-header.ts';
import type { WireRequest } from './request.ts';

/** What came back: status and text; the body is read by the caller of this file. */
export interface WireAnswer {
  status: number;
  text: string;
  /** Batch of the journal that the call wrote, where it may be undone. */
  batch?: string | undefined;
}

/** Share of an upload that has left the browser, 0 to 1. */
export type OnProgress = (share: number) => void;

/** Why no answer came: the connection failed, or nothing arrived in time. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

interface SendOptions {
  headers: Record<string, string>;
  signal: AbortSignal;
  onProgress?: OnProgress | undefined;
}

/** Sends a request. fetch, except for forms with files: only XMLHttpRequest tells how much has been uploaded. */
export async function send(request: WireRequest, options: SendOptions): Promise<WireAnswer> {
  if (request.body instanceof FormData) return upload(request, request.body, options);
  const response = await open(request, options);
  return { status: response.status, text: await response.text(), batch: response.headers.get(batchHeader) ?? undefined };
}

/** Sends a request and hands back the response unread, for files and streams. */
export async function open(request: WireRequest, { headers, signal }: SendOptions): Promise<Response> {
  const { method, body } = request;
  try {
    return await fetch(request.url, { method, headers, signal, ...(body !== undefined && { body }), credentials: 'same-origin' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new TransportError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function upload(request: WireRequest, form: FormData, { headers, signal, onProgress }: SendOptions): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const stop = (): void => xhr.abort();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress?.(event.loaded / event.total));
    xhr.addEventListener('load', () => resolve({ status: xhr.status, text: xhr.responseText }));
    xhr.addEventListener('error', () => reject(new TransportError('the upload was interrupted')));
    xhr.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    if (signal.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'));
    xhr.send(form);
  });
}
