import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './pdf-document.ts';

/** Megabytes that setting one document may take. */
const mostMemory = 256;

/** Writes a document as PDF, in a thread of its own that ends with it: nothing waits for it, and nothing of it stays in memory. */
export async function writePdf(document: PdfDocument, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: document,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  try {
    const [made] = (await once(thread, 'message', signal && { signal })) as [Uint8Array];
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  } finally {
    await thread.terminate();
  }
}
