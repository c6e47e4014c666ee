import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deflateRawSync, crc32 } from 'node:zlib';
import { detectType } from './detect-type.ts';
import { reencodeImage } from './image.ts';
import { inspectZip } from './inspect-zip.ts';
import { agree, isActiveType } from './type-agreement.ts';

interface Part {
  name: string;
  data?: Buffer;
  mode?: number;
  flags?: number;
  method?: number;
  localName?: string;
  declared?: number;
}
/** A zip written byte by byte, so that it can lie. */
function zip(parts: Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    data = Buffer.from('x'),
    mode = 0o100644,
    flags = 0x800,
    method = 8,
    localName = name,
    declared = data.length,
  } of parts) {
    const packed = method === 8 ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared, 18);
    const front = Buffer.from(common);
    front.writeUInt16LE(Buffer.byteLength(localName), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), front, Buffer.from(localName), packed]);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, central, end]);
}

test('a plain archive passes with its names, sizes and kind', async () => {
  const contents = await inspectZip(
    zip([
      { name: 'a/', data: Buffer.alloc(0), mode: 0o040755 },
      { name: 'a/报表.txt', data: Buffer.from('hello') },
      { name: 'b', method: 0 },
    ]),
  );
  expect(contents).toEqual({
    type: 'application/zip',
    unpacked: 6,
    entries: [
      { name: 'a/', size: 0, isFolder: true },
      { name: 'a/报表.txt', size: 5, isFolder: false },
      { name: 'b', size: 1, isFolder: false },
    ],
  });
  expect((await inspectZip(zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]))).type).toContain('spreadsheetml');
});

test.each<[string, Part[], object]>([
  ['name', [{ name: '../a' }], {}],
  ['name', [{ name: 'a/../../b' }], {}],
  ['name', [{ name: '/etc/passwd' }], {}],
  ['name', [{ name: 'C:\\x' }], {}],
  ['name', [{ name: 'c:x' }], {}],
  ['name', [{ name: 'a\\..\\b' }], {}],
  ['name', [{ name: 'a\u0000b' }], {}],
  ['name', [{ name: 'a//b' }], {}],
  ['name', [{ name: './a' }], {}],
  ['name', [{ name: '' }], {}],
  ['name', [{ name: 'good', localName: 'evil' }], {}],
  ['link', [{ name: 'a', mode: 0o120777 }], {}],
  ['link', [{ name: 'a', mode: 0o020666 }], {}],
  ['duplicate', [{ name: 'a' }, { name: 'a' }], {}],
  ['duplicate', [{ name: 'A' }, { name: 'a' }], {}],
  ['duplicate', [{ name: 'é' }, { name: 'e\u0301' }], {}],
  ['duplicate', [{ name: 'a/', data: Buffer.alloc(0) }, { name: 'a' }], {}],
  ['encrypted', [{ name: 'a', flags: 1 }], {}],
  ['method', [{ name: 'a', method: 12 }], {}],
  ['entries', Array.from({ length: 2001 }, (_, at) => ({ name: `f${at}` })), {}],
  ['ratio', [{ name: 'bomb', data: Buffer.alloc(20_000_000) }], {}],
  [
    'unpacked',
    [
      { name: 'a', data: Buffer.alloc(900) },
      { name: 'b', data: Buffer.alloc(900) },
    ],
    { maxUnpacked: 1000 },
  ],
  ['broken', [{ name: 'lies', data: Buffer.alloc(5000), declared: 10 }], {}],
])('an archive is refused: %s', async (reason, parts, limits) => {
  await expect(inspectZip(zip(parts), limits)).rejects.toMatchObject({ reason });
});

test('what is no archive, or a cut one, is broken', async () => {
  const good = zip([{ name: 'a' }, { name: 'b' }]);
  for (const bad of [Buffer.from('hello'), good.subarray(0, good.length - 5), good.subarray(20)])
    await expect(inspectZip(bad)).rejects.toMatchObject({ reason: 'broken' });
});

describe('types', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  test.each<[string, Buffer | string]>([
    ['image/png', png],
    ['image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['image/gif', 'GIF89a..'],
    ['image/webp', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 '],
    ['application/pdf', '%PDF-1.7\n'],
    ['video/mp4', '\u0000\u0000\u0000\u0018ftypmp42'],
    ['image/heic', '\u0000\u0000\u0000\u0018ftypheic'],
    ['application/zip', zip([{ name: 'a.txt' }])],
    ['application/vnd.android.package-archive', zip([{ name: 'META-INF/MANIFEST.MF' }, { name: 'AndroidManifest.xml' }])],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      zip([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]),
    ],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', zip([{ name: 'ppt/presentation.xml' }])],
    [
      'application/vnd.oasis.opendocument.spreadsheet',
      zip([{ name: 'mimetype', method: 0, data: Buffer.from('application/vnd.oasis.opendocument.spreadsheet') }, { name: 'content.xml' }]),
    ],
    ['application/x-msdownload', 'MZ\u0090\u0000'],
    ['text/plain', 'name,张三\r\n'],
    ['text/plain', Buffer.from('d5c5c8fd2c310a', 'hex')],
    ['text/plain', ''],
    ['application/json', ' {"a":1}'],
    ['text/html', '\ufeff <!DOCTYPE html><p>'],
    ['text/html', '<!-- x --><script>alert(1)</script>'],
    ['text/html', '<?xml version="1.0"?><html xmlns="x">'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<svg onload="x">'],
    ['application/xml', '<?xml version="1.0"?><catalog/>'],
    ['text/html', Buffer.from('\ufeff<html>', 'utf16le')],
    ['text/html', '<IMG src=x onerror=alert(1)>'],
  ])('%s is recognised', (type, head) => {
    expect(
      detectType(
        typeof head === 'string'
          ? Buffer.from(head, /[\u0080-\u00ff]/.test(head) && !/[^\u0000-\u00ff]/.test(head) ? 'latin1' : 'utf8')
          : head,
      ),
    ).toBe(type);
  });
  test('unknown bytes have no type', () => {
    expect(detectType(Buffer.from([1, 2, 3, 4, 5]))).toBeUndefined();
  });
  test('text cut in the middle of a character is still text', () => {
    const text = Buffer.from('['.repeat(1) + '张'.repeat(100));
    for (const cut of [1, 2]) expect(detectType(text.subarray(0, text.length - cut))).toBe('application/json');
  });
  test('name, declaration and content must agree', () => {
    expect(agree('Photo.PNG', 'image/png', png)).toEqual({ ok: true, type: 'image/png' });
    expect(agree('photo.png', '', png)).toEqual({ ok: true, type: 'image/png' });
    expect(agree('photo.jpg', 'image/jpeg', png)).toEqual({ ok: false, reason: 'content', found: 'image/png' });
    expect(agree('photo.png', 'image/jpeg', png)).toEqual({ ok: false, reason: 'declared', found: 'image/png' });
    expect(agree('photo.png', 'image/png', Buffer.from('<svg onload=x>'))).toMatchObject({ reason: 'content' });
    expect(agree('a.txt', 'text/plain', Buffer.from('<html>'))).toMatchObject({ reason: 'content', found: 'text/html' });
    expect(agree('a.csv', 'application/vnd.ms-excel', Buffer.from('a,b'))).toEqual({ ok: true, type: 'text/csv' });
    expect(agree('a.xlsx', 'application/octet-stream', zip([{ name: '[Content_Types].xml' }]))).toMatchObject({ ok: true });
    expect(agree('a.docx', '', zip([{ name: 'xl/workbook.xml' }]))).toMatchObject({ reason: 'content' });
    for (const name of ['a', 'a.png.', 'a.php', 'a.constructor', '']) expect(agree(name, '', png)).toMatchObject({ reason: 'name' });
    expect(isActiveType('image/svg+xml') && isActiveType('text/html') && !isActiveType('image/png')).toBe(true);
  });
});

describe('images', () => {
  const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a02040' } });
  test('an image comes out fresh: upright, without metadata or tail, in its format', async () => {
    const jpeg = await picture(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'place-of-home' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const clean = await reencodeImage(Buffer.concat([jpeg, Buffer.from('<script>tail</script>')]), { maxSide: 30 });
    expect([clean.type, clean.width, clean.height]).toEqual(['image/jpeg', 20, 30]);
    expect(clean.data.includes('tail') || clean.data.includes('place-of-home')).toBe(false);
    for (const format of ['png', 'webp', 'gif'] as const)
      expect(await reencodeImage(await picture(5, 6).toFormat(format).toBuffer())).toMatchObject({
        type: `image/${format}`,
        width: 5,
        height: 6,
      });
  });
  test('too many pixels, damage and other formats are refused', async () => {
    await expect(reencodeImage(await picture(7000, 6000).png().toBuffer())).rejects.toMatchObject({ reason: 'pixels' });
    await expect(reencodeImage(await picture(20, 20).png().toBuffer(), { maxPixels: 399 })).rejects.toMatchObject({ reason: 'pixels' });
    const png = await picture(300, 300).png().toBuffer();
    await expect(reencodeImage(png.subarray(0, png.length / 2))).rejects.toMatchObject({ reason: 'image' });
    await expect(reencodeImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject({ reason: 'type' });
  });
});
