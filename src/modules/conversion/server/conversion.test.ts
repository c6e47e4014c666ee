import { existsSync, readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { conversionList, conversionRelease, convertParamGet, convertParamUpdate } from '../common/conversion.contract.ts';
import { runChild } from './child.ts';
import { conversionModule } from './module.ts';
import { convertedPage, convertFile } from './public.ts';
import { sourceType } from './source-type.ts';

let house: TestModules;
beforeAll(async () => {
  house = await serveModules(conversionModule);
  house.work();
});
afterAll(() => house.close());

const office = existsSync('/usr/bin/soffice') || existsSync('/usr/lib/libreoffice/program/soffice');
const poppler = existsSync('/usr/bin/pdftoppm');
const asked = (name: string, content: Buffer | string) => ({ name, content: Readable.from([Buffer.from(content)]), origin: 'test' });

/** A PDF of two pages, written by hand. */
function pdfOfTwo(word: string): string {
  const text = (line: string): string => `BT /F1 24 Tf 60 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ...[5, 6].map(
      (content) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 7 0 R >> >> >>`,
    ),
    ...[`${word} one`, `${word} two`].map((line) => `<< /Length ${text(line).length} >>\nstream\n${text(line)}\nendstream`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  return `${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
}

test.skipIf(!poppler)('A PDF becomes pages as pictures, once for all who ask (needs poppler-utils)', async () => {
  const [first, second] = await Promise.all([
    convertFile(house.services, asked('contract.pdf', pdfOfTwo('Page')), 30_000),
    convertFile(house.services, asked('same.pdf', pdfOfTwo('Page')), 30_000),
  ]);
  expect(first).toMatchObject({ state: 'ready', pages: 2 });
  expect(second.id).toBe(first.id);
  const page = await convertedPage(house.services, first.id, 2);
  const bytes: Buffer[] = [];
  for await (const piece of await house.services.files.open(page.hash)) bytes.push(Buffer.from(piece as Uint8Array));
  expect(Buffer.concat(bytes).subarray(1, 4).toString()).toBe('PNG');
  expect(await convertedPage(house.services, first.id, 2)).toEqual(page);
  await expect(convertedPage(house.services, first.id, 3)).rejects.toMatchObject({ answer: 10404 });
  const { list } = await house.boss.call(conversionList, { state: ['ready'] });
  expect(list.map(({ type, pages }) => [type, pages])).toEqual([['pdf', 2]]);
});

test.skipIf(!poppler)(
  'What is no document, too large, damaged or switched off is refused with its reason (needs poppler-utils)',
  async () => {
    const refused = (name: string, content: Buffer | string) =>
      convertFile(house.services, asked(name, content), 30_000).then(
        ({ state, reason }) => `${state} ${reason}`,
        (error: { answer: number; params: { reason: { en_US: string } } }) => `${error.answer} ${error.params.reason.en_US}`,
      );
    expect(await refused('tool.docx', 'MZ\u0090\u0000 not a document')).toContain('14060');
    expect(await refused('broken.pdf', '%PDF-1.4\nnothing of the kind')).toBe('failed damaged');
    const { version, types } = await house.boss.call(convertParamGet, {});
    await house.boss.call(convertParamUpdate, { version, types: types.filter((type) => type !== 'pdf'), maxSize: 1 });
    expect(await refused('off.pdf', pdfOfTwo('Off'))).toBe('14060 this type is switched off');
    expect(await refused('large.pdf', Buffer.alloc(2 * 1024 * 1024, 32))).toBe('14060 the file is too large');
    await house.boss.call(convertParamUpdate, { version: version + 1, types, maxSize: 100 });
  },
);

test.skipIf(!office || !poppler)('A Word file becomes pages (needs libreoffice-writer-nogui and poppler-utils)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docx-'));
  try {
    writeFileSync(path.join(folder, 'letter.txt'), 'Dear reader,\n\nthis letter becomes a page.\n');
    const limits = { timeoutMillis: 60_000, memoryMiB: 2_048, folder, isolated: false };
    await runChild(
      '/usr/bin/soffice',
      [
        `-env:UserInstallation=file://${folder}/p`,
        '--headless',
        '--convert-to',
        'docx:MS Word 2007 XML',
        '--outdir',
        folder,
        `${folder}/letter.txt`,
      ],
      limits,
    );
    const docx = readFileSync(path.join(folder, 'letter.docx'));
    expect(await sourceType(path.join(folder, 'letter.docx'), 'letter.docx')).toEqual({ type: 'docx', hasOutsideLinks: false });
    const made = await convertFile(house.services, asked('letter.docx', docx), 60_000);
    expect(made).toMatchObject({ state: 'ready', pages: 1, reason: null });
    expect((await convertedPage(house.services, made.id, 1)).size).toBeGreaterThan(1_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('The converter is ended with all its children when its time is over, and sees nothing of the environment', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'child-'));
  try {
    const limits = { timeoutMillis: 400, memoryMiB: 256, folder, isolated: false };
    expect(await runChild('/bin/sh', ['-c', 'sleep 60 & wait'], limits)).toMatchObject({ stopped: 'timeout' });
    const { output } = await runChild('/usr/bin/env', [], { ...limits, timeoutMillis: 10_000 });
    expect(output.split('\n').map((line) => line.split('=')[0])).not.toContain('MASTER_KEY');
    expect(output).toContain(`HOME=${folder}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('A file at which the converter crashed twice is set apart until somebody releases it; a dead process leaves nothing running for ever', async () => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into conversion (id, source_hash, type, converter, name, origin, size, state, tries, crashes, reason, created_at, last_used_at)
     values (gen_random_uuid(), 'x', 'docx', 'libreoffice x', 'bad.docx', 'test', 1, 'quarantined', 2, 2, 'crash', 1, 1) returning id`,
  );
  expect((await house.boss.call(conversionList, { state: ['quarantined'] })).list[0]).toMatchObject({
    name: 'bad.docx',
    reason: 'the converter crashed',
  });
  // Its file is gone: it comes with the next opening.
  expect(await house.boss.call(conversionRelease, { ids: [rows[0]!.id] })).toEqual({ count: 0 });
});
