import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#platform/outbound/outbound.ts';
import { mailFaultOf } from './fault.ts';
import { bounded, openImap } from './imap.ts';
import { inFolder, rowsOf } from './mails.ts';

const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
});

const greeting = '* OK [CAPABILITY IMAP4rev1] ready\r\n';
type Says = (socket: Socket, tag: string, command: string) => void;

/** A scripted IMAP server: what it says beside what every one says to who signs in. */
async function scripted(says: Says, greets = greeting): Promise<{ outbound: Outbound; port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(greets);
    let rest = '';
    socket.on('data', (data) => {
      rest += data.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [tag = '', command = ''] = rest.slice(0, end).split(' ');
        rest = rest.slice(end + 2);
        if (command === 'CAPABILITY') socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`);
        else if (command === 'LOGIN') socket.write(`${tag} OK in\r\n`);
        else says(socket, tag, command);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const outbound = createOutbound({ allowedNetworks: [`127.0.0.1:${port}`], ownListeners: () => [] });
  opened.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await outbound.close();
  });
  return { outbound, port };
}

const select = (socket: Socket, tag: string): void =>
  void socket.write(`* FLAGS ()\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n${tag} OK [READ-ONLY] done\r\n`);
const usual: Says = (socket, tag, command) => {
  if (command === 'EXAMINE' || command === 'SELECT') select(socket, tag);
  else socket.write(`${tag} OK done\r\n`);
};

/** The class of failure of a piece of work with a scripted server. */
async function faultOf(says: Says, { millis = 5_000, bytes = 1_000_000 } = {}): Promise<string> {
  const { outbound, port } = await scripted(says);
  try {
    const place = { host: '127.0.0.1', port, security: 'plain' as const };
    const client = await openImap(outbound, place, { user: 'u', password: 'p' });
    await bounded(client, () => inFolder(client, { folder: 'INBOX' }, () => rowsOf(client, [1])), { millis, bytes });
    return 'none';
  } catch (error) {
    return mailFaultOf(error).fault;
  }
}
const fetching =
  (what: (socket: Socket, tag: string) => void): Says =>
  (socket, tag, command) => {
    if (command === 'UID') what(socket, tag);
    else usual(socket, tag, command);
  };

test('A server that cuts within a literal, answers without end, announces what nobody holds or stays silent is a typed failure', async () => {
  const cut = fetching((socket) => socket.end('* 1 FETCH (UID 1 BODY[] {100}\r\nhalf'));
  expect(await faultOf(cut)).toBe('protocol');
  const huge = fetching((socket) => void socket.write('* 1 FETCH (UID 1 BODY[] {4000000000}\r\n'));
  expect(await faultOf(huge)).toBe('tooLarge');
  const endless = fetching((socket) => {
    const line = `* LIST () "/" ${'x'.repeat(900)}\r\n`.repeat(100);
    const more = (): void => {
      while (!socket.destroyed && socket.write(line));
    };
    socket.on('drain', more);
    more();
  });
  expect(await faultOf(endless)).toBe('tooLarge');
  const silent = fetching(() => undefined);
  expect(await faultOf(silent, { millis: 300 })).toBe('timeout');
});

test('A password goes over no connection in the clear that leaves the house, and none that STARTTLS was promised for', async () => {
  const { outbound, port } = await scripted(usual);
  const place = { host: '127.0.0.1', port, security: 'startTls' as const };
  await expect(openImap(outbound, place, { user: 'u', password: 'p' })).rejects.toMatchObject({ fault: 'tls' });
  const outside = createOutbound({
    allowedNetworks: [],
    ownListeners: () => [],
    lookup: () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]),
  });
  opened.push(() => outside.close());
  await expect(
    openImap(outside, { host: 'mail.example', port: 143, security: 'plain' }, { user: 'u', password: 'p' }),
  ).rejects.toMatchObject({
    fault: 'tls',
  });
});
