import { readPackage, type PackageRequest } from './read-package.ts';
import { PackageFault, type Source } from './source.ts';

/**
 * A process that reads one package and ends. It has no files, no network and no secrets: bytes are asked of the process that started it. What
 * breaks it breaks nothing else.
 */
const waiting = new Map<number, (bytes: Buffer) => void>();
let asked = 0;

const sourceOf = (size: number): Source => ({
  size,
  read: (start, length) => {
    if (start < 0 || length < 0 || start + length > size) return Promise.reject(new RangeError('behind the end'));
    if (length === 0) return Promise.resolve(Buffer.alloc(0));
    return new Promise((done) => {
      asked += 1;
      waiting.set(asked, done);
      process.send?.({ ask: asked, start, length });
    });
  },
});

process.on('message', (message: { request?: PackageRequest; answer?: number; bytes?: Uint8Array }) => {
  if (message.answer !== undefined && message.bytes) {
    waiting.get(message.answer)?.(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
    waiting.delete(message.answer);
  }
  if (message.request) void run(message.request);
});

async function run(request: PackageRequest): Promise<void> {
  const answer = await readPackage(sourceOf(request.size), request).then(
    (reading) => ({ reading }),
    (error: unknown) => {
      const fault = error instanceof PackageFault ? error : new PackageFault(13001, 'unreadable');
      return { fault: { code: fault.code, reason: fault.reason, subject: fault.subject, expected: fault.expected } };
    },
  );
  process.send?.(answer, undefined, undefined, () => process.disconnect());
}
