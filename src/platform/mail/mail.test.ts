import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import { checkMailAddress } from './mail-address.ts';
import { createMailer, sendMail } from './send-mail.ts';
import type { MailConfig } from './send-mail.ts';

const pem = (name: string) => readFileSync(new URL(`../outbound/fixtures/${name}`, import.meta.url), 'utf8');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Received {
  from: string;
  to: string[];
  raw: string;
  user: string;
  secure: boolean;
}
async function sink(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    logger: false,
    cert: pem('peer.crt'),
    key: pem('peer.key'),
    authOptional: true,
    onAuth: (auth, _session, done) =>
      auth.password === 'right' ? done(null, { user: auth.username }) : done(new Error('535 Invalid secret-banner')),
    onRcptTo: (address, _session, done) =>
      address.address.startsWith('nobody') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const keep = async () => {
        const raw = await text(stream);
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          raw,
          user: String(session.user ?? ''),
          secure: session.secure,
        });
      };
      callbackify(keep)(done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

function door(port: number) {
  const outbound = createOutbound({
    allowedNetworks: [`127.0.0.1:${port}`],
    ownListeners: () => [],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    limits: { failures: 100 },
  });
  closing.push(() => outbound.close());
  return outbound;
}
const from = { name: 'Wheelhouse 通知', address: 'noreply@mail.example' };
const base = (port: number): MailConfig => ({
  host: 'mail.example',
  port,
  security: 'starttls',
  user: 'u',
  password: 'right',
  from,
  tls: { ca: pem('peer.crt') },
  timeoutMs: 3000,
});
const message = { to: [{ address: 'zhang@例子.example', name: '张三' }], subject: '密码 reset', text: 'hello' };

test('a mail arrives over STARTTLS and over TLS, signed in, the certificate checked for the name', async () => {
  for (const secure of [false, true]) {
    const { received, port } = await sink({ secure });
    const config: MailConfig = { ...base(port), security: secure ? 'tls' : 'starttls' };
    const result = await sendMail(door(port), config, {
      ...message,
      bcc: [{ address: 'hidden@mail.example' }],
      html: '<b>hello</b>',
      attachments: [{ name: '报表.csv', type: 'text/csv', content: Buffer.from('a,b') }],
    });
    expect(result).toMatchObject({ ok: true, rejected: [], accepted: ['zhang@xn--fsqu00a.example', 'hidden@mail.example'] });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'noreply@mail.example',
      to: ['zhang@例子.example', 'hidden@mail.example'],
      user: 'u',
      secure: true,
    });
    expect(received[0]?.raw).toContain('Content-Type: text/csv');
    expect(received[0]?.raw).not.toContain('hidden@');
    expect(await sendMail(door(port), { ...config, host: 'other.example' }, message)).toMatchObject({ ok: false, reason: 'tls' });
    expect(await sendMail(door(port), { ...config, tls: {} }, message)).toMatchObject({ ok: false, reason: 'tls' });
    expect(received).toHaveLength(1);
  }
});

test('each failure has its own word and never the words of the server', async () => {
  const { port, received } = await sink();
  const config = base(port);
  const refused = await sendMail(door(port), { ...config, password: 'wrong' }, message);
  expect(refused).toEqual({ ok: false, reason: 'signIn', retry: false });
  expect(await sendMail(door(port), config, { ...message, to: [{ address: 'nobody@mail.example' }] })).toEqual({
    ok: false,
    reason: 'recipient',
    retry: false,
  });
  const partly = await sendMail(door(port), config, { ...message, to: [...message.to, { address: 'nobody@mail.example' }] });
  expect(partly).toMatchObject({ ok: true, rejected: ['nobody@mail.example'] });
  expect(await sendMail(door(1), config, message)).toEqual({ ok: false, reason: 'denied', retry: false });
  const plain = await sink({ disabledCommands: ['STARTTLS'] });
  expect(await sendMail(door(plain.port), base(plain.port), message)).toMatchObject({ ok: false, reason: 'tls' });
  expect(await sendMail(door(plain.port), { ...base(plain.port), security: 'none', user: undefined }, message)).toMatchObject({ ok: true });
  const busy = await sink({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(Object.assign(new Error('full'), { responseCode: 452 }))),
  });
  expect(await sendMail(door(busy.port), base(busy.port), message)).toEqual({ ok: false, reason: 'refusedBySystem', retry: true });
  expect(received).toHaveLength(1);
});

test('a silent server and a closed port end in time', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const port = (silent.address() as AddressInfo).port;
  expect(await sendMail(door(port), { ...base(port), timeoutMs: 200 }, message)).toEqual({ ok: false, reason: 'timeout', retry: true });
  await new Promise((resolve) => silent.close(resolve));
  expect(await sendMail(door(port), base(port), message)).toEqual({ ok: false, reason: 'refused', retry: true });
});

test('nothing is read from files or addresses, and no header can be added', async () => {
  const { port, received } = await sink();
  const hostile = { ...message, text: undefined, html: { path: '/etc/passwd' } as unknown as string };
  const result = await sendMail(door(port), base(port), hostile);
  expect(result.ok).toBe(false);
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
    expect(await sendMail(door(port), base(port), { ...message, to: [{ address }] })).toMatchObject({ ok: false, reason: 'address' });
  }
  expect(
    await sendMail(door(port), base(port), { ...message, to: [{ address: 'a@b.example', name: 'x\r\nBcc: y@z.example' }] }),
  ).toMatchObject({ reason: 'address' });
  expect(await sendMail(door(port), base(port), { ...message, subject: 'x\r\nBcc: y@z.example' })).toMatchObject({ reason: 'message' });
  expect(await sendMail(door(port), base(port), { ...message, to: [] })).toMatchObject({ reason: 'message' });
  expect(received).toHaveLength(0);
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

test('a mailer reads its settings at each mail', async () => {
  const { port, received } = await sink();
  const settings: { mail?: MailConfig } = {};
  const mailer = createMailer({ outbound: door(port), config: () => Promise.resolve(settings.mail) });
  expect(await mailer.send(message)).toEqual({ ok: false, reason: 'notConfigured', retry: true });
  settings.mail = base(port);
  expect(await mailer.send(message)).toMatchObject({ ok: true });
  expect(received).toHaveLength(1);
});
