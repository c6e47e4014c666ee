import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '#platform/files/file-store.ts';

/** A stored content under the name it is to have. */
export interface SentFile {
  hash: string;
  name: string;
  type: string;
  size: number;
}

/** Answers a file, or the asked range of it (RFC 9110, one range), as an attachment that no browser runs. */
export async function sendFile(store: FileStore, file: SentFile, request: FastifyRequest, response: FastifyReply): Promise<void> {
  // The library that compresses answers takes text like `80 people` for compressed already, and says so of what is not.
  request.headers['x-no-compression'] = 'file';
  response
    .header('content-type', file.type)
    .header('content-disposition', dispositionOf(file.name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.hash}"`);
  const range = rangeOf(request.headers.range, request.headers['if-range'], file);
  if (range === 'unsatisfiable') {
    await response.status(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('');
    return;
  }
  if (range) response.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  response.header('content-length', String(range ? range.end - range.start + 1 : file.size));
  await response.send(await store.open(file.hash, range));
}

/** RFC 6266 and 8187: an ASCII name for old clients, the real one beside it. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function rangeOf(
  header: string | undefined,
  ifRange: unknown,
  file: SentFile,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '') || (ifRange !== undefined && ifRange !== `"${file.hash}"`)) return undefined;
  const last = file.size - 1;
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  const start = from === '' ? Math.max(0, file.size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (start > last || (from === '' && Number(to) === 0)) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}
