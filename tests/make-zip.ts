import { crc32 } from 'node:zlib';

/** A zip of stored entries, as a program writes it that packs nothing. */
export function makeZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const [bodies, heads]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(content)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    heads.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), common, tail, name]));
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(heads.length, 4);
  end.writeUInt16LE(heads.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

/** The package of a widget. */
export const widgetZip = (identifier: string, build: number, more: Readonly<Record<string, string>> = {}): Buffer =>
  makeZip({
    'widget.json': JSON.stringify({
      identifier,
      version: `1.${build}`,
      build,
      entry: 'index.html',
      functions: ['approve'],
      hosts: ['example.com'],
    }),
    'index.html': `<p>Build ${build}</p>`,
    ...more,
  });
