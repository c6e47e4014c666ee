import { parentPort, workerData } from 'node:worker_threads';
import type { PdfDocument } from './pdf-document.ts';
import { setPdf } from './set-pdf.ts';

// The thread of write-pdf.ts: one document, then it ends. Its data is what write-pdf.ts gave it.
parentPort?.postMessage(await setPdf(workerData as PdfDocument));
