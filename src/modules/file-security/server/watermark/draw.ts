import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import PDFDocument from 'pdfkit';
import { Refusal } from '#kit/server/refusal.ts';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import { markPaths, markSvg, type Mark } from './mark.ts';

const run = promisify(execFile);
const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const;
const mostPixels = 40_000_000;
/** Contents larger than this are not drawn into. */
const mostBytes = 64 * 1024 * 1024;
/** Of a program that reads an untrusted document: time, output, and nothing of our environment. */
const held = { timeout: 60_000, maxBuffer: 1024 * 1024, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } } as const;

/** What can be shown of a file: pictures always, PDF where its programs are installed. */
export type Shown = 'picture' | 'pdf';

/** How a content can be shown; undefined where it can't be. */
export const shownAs = (contentType: string): Shown | undefined =>
  contentType === 'application/pdf' ? 'pdf' : pictures.some((one) => one === contentType) ? 'picture' : undefined;

const refused = (reason: string, params: Readonly<Record<string, unknown>> = {}): Refusal =>
  new Refusal(18244, { reason: { namespace: 'file-security', key: `unshown.${reason}` }, ...params }, { reason });

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** A picture with a watermark drawn into it, in its own format; `width`: at most so wide, as PNG. */
export async function markPicture(content: Buffer, mark: Mark | null, width?: number): Promise<{ bytes: Buffer; type: string }> {
  if (content.length > mostBytes) throw refused('large');
  const sharp = await loadSharp();
  try {
    const upright = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).rotate();
    const sized = width === undefined ? upright : upright.resize({ width, withoutEnlargement: true });
    const { data, info } = await sized.png().toBuffer({ resolveWithObject: true });
    const drawn = mark === null ? sharp(data) : sharp(data).composite([{ input: await markSvg(mark, info) }]);
    const { format } = await sharp(content).metadata();
    if (width !== undefined || format === 'png') return { bytes: await drawn.png().toBuffer(), type: 'image/png' };
    if (format === 'webp') return { bytes: await drawn.webp().toBuffer(), type: 'image/webp' };
    return { bytes: await drawn.flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refused('damaged');
  }
}

async function inFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratch(parent);
  try {
    return await work(folder);
  } finally {
    await removeScratch(folder);
  }
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A PDF with a watermark over every page, made by qpdf; 18244 where that is not installed, or the document is locked or broken. */
export async function markPdf(content: Buffer, mark: Mark, scratch: string): Promise<Buffer> {
  if (content.length > mostBytes) throw refused('large');
  return inFolder(scratch, async (folder) => {
    const [plain, over, made] = ['plain.pdf', 'over.pdf', 'made.pdf'].map((name) => path.join(folder, name)) as [string, string, string];
    await writeFile(plain, content, { mode: 0o600 });
    await writeFile(over, await overlay(mark), { mode: 0o600 });
    try {
      await run('qpdf', ['--warning-exit-0', plain, '--overlay', over, '--repeat=1', '--', made], held);
      return await readFile(made);
    } catch (error) {
      throw refused(isAbsent(error) ? 'noPrograms' : 'locked');
    }
  });
}

/** One page with nothing but the watermark; it is fitted to the pages that it is laid over. */
async function overlay(mark: Mark): Promise<Buffer> {
  const size = { width: 595, height: 842 };
  const { path: outline, transforms, opacity } = await markPaths(mark, size);
  const pdf = new PDFDocument({ size: [size.width, size.height], margin: 0, compress: true });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
  pdf.fillOpacity(opacity).fillColor('#000');
  for (const transform of transforms) {
    const [x = 0, y = 0, angle = 0, scale = 1] = (transform.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    pdf.save().translate(x, y).rotate(angle).scale(scale).path(outline).fill().restore();
  }
  pdf.end();
  return done;
}

/** A page of a PDF as a picture with a watermark, drawn by pdftoppm. */
export async function pdfPage(
  content: Buffer,
  mark: Mark | null,
  { page, width, scratch }: { page: number; width: number; scratch: string },
): Promise<{ bytes: Buffer; type: string; pages: number }> {
  if (content.length > mostBytes) throw refused('large');
  return inFolder(scratch, async (folder) => {
    const [plain, made] = [path.join(folder, 'plain.pdf'), path.join(folder, 'page')];
    await writeFile(plain, content, { mode: 0o600 });
    try {
      const { stdout } = await run('pdfinfo', [plain], held);
      const pages = Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? 0);
      if (page > pages) throw refused('noPage');
      await run(
        'pdftoppm',
        ['-png', '-singlefile', '-f', String(page), '-l', String(page), '-scale-to-x', String(width), '-scale-to-y', '-1', plain, made],
        held,
      );
      return { ...(await markPicture(await readFile(`${made}.png`), mark, width)), pages };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw refused(isAbsent(error) ? 'noPrograms' : 'locked');
    }
  });
}
