import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { makeDkimKey, publishedKey } from './dkim.ts';
import { lookUpDkim, lookUpSpf, openLookUp } from './look-up.ts';

const open: Socket[] = [];
afterEach(() => open.splice(0).forEach((socket) => socket.close()));

/** A name server that knows these texts (RFC 1035); a name that is not there does not exist, `silent` is never answered. */
async function nameServer(texts: Record<string, string[]>): Promise<ReturnType<typeof openLookUp>> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.');
    if (name.startsWith('silent')) return;
    const known = texts[name];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(known?.length ?? 0, 6);
    head.writeUInt32BE(0, 8);
    const answers = (known ?? []).map((text) => {
      const parts = text.match(/.{1,255}/gs) ?? [];
      const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]));
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(16, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return openLookUp([`127.0.0.1:${socket.address().port}`]);
}

test('what DNS says of our key is told apart: as it must be, missing, another one, not readable, several, no answer', async () => {
  const key = makeDkimKey();
  const record = `v=DKIM1; k=rsa; p=${publishedKey(key)}`;
  const ask = await nameServer({
    's1._domainkey.ok.example': [record],
    's1._domainkey.other.example': [`v=DKIM1; k=rsa; p=${publishedKey(makeDkimKey())}`],
    's1._domainkey.broken.example': ['hello'],
    's1._domainkey.twice.example': [record, record],
  });
  const stateOf = async (domain: string) => (await lookUpDkim(ask, { domain, selector: 's1' }, key)).state;
  expect(await stateOf('ok.example')).toBe('ok');
  expect(await stateOf('other.example')).toBe('different');
  expect(await stateOf('broken.example')).toBe('malformed');
  expect(await stateOf('twice.example')).toBe('several');
  expect(await stateOf('none.example')).toBe('missing');
  expect((await lookUpDkim(ask, { domain: 'ok.example', selector: 'silent' }, key)).state).toBe('noAnswer');
  expect((await lookUpDkim(ask, null, undefined)).state).toBe('notSet');
});

test('what DNS says of the sender’s domain is told apart', async () => {
  const ask = await nameServer({
    'ok.example': ['other', 'v=spf1 include:_spf.example.com ip4:192.0.2.0/24 ~all'],
    'twice.example': ['v=spf1 -all', 'v=spf1 +all'],
    'broken.example': ['v=spf1 ???'],
    'none.example': ['v=spf2 -all'],
  });
  const stateOf = async (domain: string) => (await lookUpSpf(ask, `noreply@${domain}`)).state;
  expect(await stateOf('ok.example')).toBe('ok');
  expect(await stateOf('twice.example')).toBe('several');
  expect(await stateOf('broken.example')).toBe('malformed');
  expect(await stateOf('none.example')).toBe('missing');
  expect(await stateOf('unknown.example')).toBe('missing');
  expect((await lookUpSpf(ask, 'noreply@silent.example')).state).toBe('noAnswer');
});
