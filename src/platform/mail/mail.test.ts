import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildMail, type BuiltMail, type MailMessage } from './mail-message.ts';
import { checkMailAddress } from './mail-address.ts';
import { createMailPool, type PooledServer } from './mail-pool.ts';
import { closeLater, doorTo, peerCertificate, startSink } from './testing/sink.ts';
import { dkimHolds, makeDkim } from './testing/dkim.ts';

const message: MailMessage = {
  messageId: '<1@mail.example>',
  date: new Date(0),
  from: { name: 'Wheelhouse 通知', address: 'noreply@mail.example' },
  to: { address: 'zhang@例子.example', name: '张三' },
  subject: '密码 reset',
  text: 'hello',
};
const built = async (more: Partial<MailMessage> = {}): Promise<BuiltMail> => {
  const mail = await buildMail({ ...message, ...more });
  if (typeof mail === 'string') throw new Error(mail);
  return mail;
};
const server = (port: number, more: Partial<PooledServer> = {}): PooledServer => ({
  key: String(port),
  host: 'mail.example',
  port,
  security: 'starttls',
  auth: { user: 'u', password: 'right-secret' },
  tls: { ca: peerCertificate },
  timeoutMs: 3000,
  ...more,
});
const poolTo = (...ports: number[]) => {
  const pool = createMailPool(doorTo(...ports));
  closeLater(() => pool.close());
  return pool;
};
/** One mail through a pool of its own. */
const sendTo = async (servers: PooledServer[], more: Partial<MailMessage> = {}) =>
  poolTo(...servers.map(({ port }) => port)).send(servers, await built(more));
const reasonOf = async (servers: PooledServer[], more: Partial<MailMessage> = {}) => {
  const result = await sendTo(servers, more);
  return result.ok ? 'sent' : [result.error.reason, result.error.later, result.unreached];
};

test('a mail arrives over STARTTLS and over TLS, signed in, the certificate checked for the name', async () => {
  for (const secure of [false, true]) {
    const { received, port } = await startSink({ secure });
    const there = server(port, { security: secure ? 'tls' : 'starttls' });
    const attachments = [{ name: '报表.csv', type: 'text/csv', content: Buffer.from('a,b') }];
    expect(await sendTo([there], { html: '<b>hello</b>', attachments })).toMatchObject({ ok: true, server: 0, answer: { code: 250 } });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'noreply@mail.example', to: ['zhang@例子.example'], user: 'u', secure: true });
    expect(received[0]?.raw).toContain('Content-Type: text/csv');
    expect(received[0]?.raw).toContain('Message-ID: <1@mail.example>');
    expect(await reasonOf([{ ...there, host: 'other.example' }])).toEqual(['certificate', true, true]);
    expect(await reasonOf([{ ...there, tls: {} }])).toEqual(['tls', true, true]);
    expect(received).toHaveLength(1);
  }
});

test('each failure has its own word, and says whether the mail may be taken later', async () => {
  const { port } = await startSink();
  const good = server(port);
  expect(await reasonOf([{ ...good, auth: { user: 'u', password: 'wrong' } }])).toEqual(['signIn', true, true]);
  expect(await reasonOf([good], { to: { address: 'nobody@mail.example' } })).toEqual(['recipient', false, false]);
  expect(await reasonOf([good], { to: { address: 'later@mail.example' } })).toEqual(['recipient', true, false]);
  expect(await reasonOf([good], { from: { address: 'banned@mail.example' } })).toEqual(['sender', true, false]);
  expect(await reasonOf([server(port, { host: 'denied.example' }), server(1)])).toEqual(['refused', true, true]);
  const plain = await startSink({ disabledCommands: ['STARTTLS'] });
  expect(await reasonOf([server(plain.port)])).toEqual(['tls', true, true]);
  const { auth: _auth, ...open } = server(plain.port, { security: 'none' });
  expect(await reasonOf([open])).toBe('sent');
  for (const [code, later] of [
    [452, true],
    [554, false],
  ] as const) {
    const busy = await startSink({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(Object.assign(new Error('full'), { responseCode: code }))),
    });
    expect(await reasonOf([server(busy.port)])).toEqual(['refusedBySystem', later, false]);
  }
  expect(await createMailPool(doorTo()).send([good], await built())).toMatchObject({ ok: false, error: { reason: 'denied' } });
});

test('the next server is asked where one refuses, is busy or knows no such user, and not where a mail was refused', async () => {
  const good = await startSink();
  const busy = await startSink({ onConnect: (_session, done) => done(Object.assign(new Error('too busy'), { responseCode: 421 })) });
  const closed = server(1);
  const wrong = { ...server(good.port), key: 'wrong', auth: { user: 'u', password: 'wrong' } };
  expect(await sendTo([closed, server(busy.port), wrong, server(good.port)])).toMatchObject({ ok: true, server: 3 });
  const other = await startSink();
  expect(await sendTo([server(good.port), server(other.port)], { to: { address: 'nobody@mail.example' } })).toMatchObject({
    ok: false,
    server: 0,
    error: { answer: { code: 550, text: '550 no such user' } },
  });
  expect(other.received).toHaveLength(0);
});

test('sessions are kept for the next mail, and one that ended meanwhile costs no mail', async () => {
  const { received, port, sessions, dropAll } = await startSink();
  const pool = poolTo(port);
  for (const id of [1, 2, 3]) await pool.send([server(port)], await built({ messageId: `<${id}@mail.example>` }));
  expect(sessions()).toBe(1);
  dropAll();
  expect(await pool.send([server(port)], await built())).toMatchObject({ ok: true });
  expect([received.length, sessions()]).toEqual([4, 2]);
  // Another key: a changed server is not spoken to in an old session.
  await pool.send([server(port, { key: 'changed' })], await built());
  expect(sessions()).toBe(3);
});

test('a silent server, a closed port and a cut answer end in time and never count as sent', async () => {
  const silent = createServer(() => undefined);
  const peers = [silent, cutting('220 ready\r\n'), cutting('250')];
  for (const peer of peers) await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  closeLater(() => peers.forEach((peer) => peer.close()));
  const portOf = (index: number): number => (peers[index]!.address() as { port: number }).port;
  const bare = (port: number): PooledServer => ({ key: '', host: 'mail.example', port, security: 'none', timeoutMs: 200 });
  expect(await reasonOf([bare(portOf(0))])).toEqual(['timeout', true, true]);
  expect(await reasonOf([bare(portOf(1))])).toEqual(['protocol', true, true]);
  // All was taken, and of the last answer came three digits without an end.
  expect(await reasonOf([bare(portOf(2))])).toEqual(['protocol', true, false]);
});

/** A server that cuts after its greeting, or in the middle of its answer to a whole mail. */
function cutting(last: string) {
  return createServer((socket: Socket) => {
    if (last.startsWith('220')) return socket.end(last);
    socket.write('220 ready\r\n');
    let isBody = false;
    socket
      .on('error', () => undefined)
      .on('data', (data: Buffer) => {
        const text = data.toString('latin1');
        if (isBody) {
          if (text.endsWith('\r\n.\r\n')) socket.end(last);
        } else if (text.startsWith('DATA')) {
          isBody = true;
          socket.write('354 go\r\n');
        } else socket.write('250 ok\r\n');
      });
    return socket;
  });
}

test('the talk is told without passwords, tokens and bodies', async () => {
  const { port } = await startSink();
  const login = await startSink({ authMethods: ['LOGIN'] });
  const token = await startSink({ authMethods: ['XOAUTH2'] });
  const lines: string[] = [];
  const tell = (_: number, who: string, line: string) => void lines.push(`${who} ${line}`);
  const mail = await built({ text: 'body-secret' });
  const bearer = { user: 'u', token: () => Promise.resolve('right-token') };
  for (const one of [server(port), server(login.port), server(token.port, { auth: bearer })])
    expect(await poolTo(one.port).send([one], mail, tell)).toMatchObject({ ok: true });
  const wrong = server(token.port, { auth: { user: 'u', token: () => Promise.resolve('wrong-token') } });
  expect(await poolTo(wrong.port).send([wrong], mail, tell)).toMatchObject({ ok: false, error: { reason: 'signIn' } });
  const told = lines.join('\n');
  expect(told).toContain('we MAIL FROM:<noreply@mail.example>');
  expect(told).toContain('server 250 ');
  for (const secret of ['right-secret', 'right-token', 'wrong-token', 'body-secret'])
    for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, 14), Buffer.from(`\0u\0${secret}`).toString('base64')])
      expect(told).not.toContain(form);
});

test('the signature of a mail holds, and breaks with a changed letter', async () => {
  const { received, port } = await startSink();
  const { key, record } = makeDkim();
  const mail = await buildMail({ ...message, html: '<p>密码</p>' }, { dkim: { domain: 'mail.example', selector: 's1', privateKey: key } });
  if (typeof mail === 'string') throw new Error(mail);
  expect(await poolTo(port).send([server(port)], mail)).toMatchObject({ ok: true });
  const raw = received[0]?.raw ?? '';
  expect(raw).toContain('d=mail.example');
  expect(dkimHolds(raw, record)).toBe(true);
  expect(dkimHolds(raw.replace('Subject: ', 'Subject: x'), record)).toBe(false);
  expect(dkimHolds(raw.replace('hello', 'hallo'), record)).toBe(false);
});

test('nothing is read from files or addresses, and no header can be added', async () => {
  expect(await buildMail({ ...message, html: { path: '/etc/passwd' } as unknown as string })).toBe('message');
  for (const address of [
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example\nX: 1',
    'a@b.example, c@d.example',
    '"a b"@c.example',
    '<a@b.example>',
    'a@b\u0000.example',
    'a@b.exa\tmple',
    'group:a@b.example;',
  ]) {
    expect(await buildMail({ ...message, to: { address } })).toBe('address');
    expect(await buildMail({ ...message, replyTo: { address } })).toBe('address');
  }
  expect(await buildMail({ ...message, to: { address: 'a@b.example', name: 'x\r\nBcc: y@z.example' } })).toBe('address');
  expect(await buildMail({ ...message, subject: 'x\r\nBcc: y@z.example' })).toBe('message');
  expect(await buildMail({ ...message, messageId: '<a@b>\r\nBcc: y@z.example' })).toBe('message');
  expect(await buildMail({ ...message, text: 'x'.repeat(2000) }, { maxBytes: 1000 })).toBe('size');
});

test.each([
  ['a@b.example', 'a@b.example'],
  ['A.b+c@B.Example', 'A.b+c@b.example'],
  ['x@例子.example', 'x@xn--fsqu00a.example'],
  ['root@localhost', 'root@localhost'],
  ['@b', undefined],
  ['a@', undefined],
  ['a..b@c.example', undefined],
  ['.a@c.example', undefined],
  ['a b@c.example', undefined],
  ['张@c.example', undefined],
  ['a@-b.example', undefined],
  ['a@b..example', undefined],
  ['a@b@c.example', undefined],
  [`${'a'.repeat(65)}@b.example`, undefined],
  ['a@[127.0.0.1]', undefined],
  ['', undefined],
])('%j is the address %j', (written, address) => {
  expect(checkMailAddress(written)).toBe(address);
});

test('how a server greets is told to nobody: neither its name, nor its software, nor the addresses that it knows', async () => {
  const secret = 'ESMTP Secret-9.9 at 10.1.2.3';
  const lines: string[] = [];
  const tell = (_server: number, _who: unknown, line: string): void => void lines.push(line);
  const open = await startSink({ banner: secret, name: 'inner-name.example' });
  expect(await poolTo(open.port).send([server(open.port)], await built(), tell)).toMatchObject({ ok: true });
  const shut = await startSink({
    name: 'inner-name.example',
    onConnect: (_session, done) => done(Object.assign(new Error(secret), { responseCode: 554 })),
  });
  const refused = await poolTo(shut.port).send([server(shut.port)], await built(), tell);
  expect(refused).toMatchObject({ ok: false, error: { answer: { code: 554, text: '554' } } });
  expect(lines.join(' ')).toContain('220 ••••');
  expect(JSON.stringify([lines, refused.ok ? null : refused.error.answer])).not.toMatch(/Secret|10\.1\.2\.3|inner-name/);
});
