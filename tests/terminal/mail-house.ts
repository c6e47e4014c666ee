import { randomUUID } from 'node:crypto';
import { ImapFlow } from 'imapflow';
import type { RawBuilder } from 'kysely';
import { peerCertificate, startSinkUntil, type Sink } from '../../src/platform/mail/testing/sink.ts';
import { mailAccount } from '../../src/modules/mailboxes/common/boxes/account.contract.ts';
import { mailServer, mailServerTest } from '../../src/modules/mailboxes/common/boxes/server.contract.ts';
import { mailSettingGet, mailSettingUpdate } from '../../src/modules/mailboxes/common/boxes/setting.contract.ts';
import { startDovecot, type Dovecot } from '../peers/dovecot.ts';
import { DirectoryHouse } from './directory-house.ts';

/** A product with a real IMAP server, an SMTP server that keeps what it is given, and boxes there. */
export interface MailHouse {
  readonly house: DirectoryHouse;
  readonly dovecot: Dovecot;
  readonly sink: Sink;
  readonly serverId: string;
  readonly deptId: string;
  /** Adds a box; answers its id. */
  box(address: string, more: { employeeId?: string; ownerId?: string; secret?: string; aliases?: string[] }): Promise<string>;
  /** Opens a box by plain IMAP, past the product. */
  imap(address: string): Promise<ImapFlow>;
  /** Rows of the product's database. */
  rows<T>(query: RawBuilder<T>): Promise<T[]>;
  stop(): Promise<void>;
}

const domain = 'mail.example';
/** The password of a box at the mail servers. */
export const passwordOf = (address: string): string => `${address.split('@')[0]}-secret-1`;

/** Starts it with these people: each has an account, and a box at the mail server that the product does not know yet. */
export async function openMailHouse(accounts: readonly string[], quotaKib = 20_480): Promise<MailHouse> {
  const people = Object.fromEntries([...accounts, 'team'].map((one) => [`${one}@${domain}`, passwordOf(one)]));
  const dovecot = await startDovecot(people, { quotaKib });
  const sink = await startSinkUntil({
    onAuth: ({ username = '', password }, _session, done) =>
      password === passwordOf(username) ? done(null, { user: username }) : done(new Error('Invalid secret-banner')),
  });
  const house = await DirectoryHouse.open({ ALLOWED_NETWORKS: [...dovecot.allowed, `127.0.0.1:${sink.port}`].join(',') });
  const { wire } = house;
  const deptId = await house.department('Mail');
  for (const account of accounts) await house.person(account, [deptId]);
  const { id: serverId } = await wire.call(mailServer.add, {
    name: 'Main',
    domains: [domain],
    incoming: { host: '127.0.0.1', port: dovecot.tlsPort, security: 'tls', ca: dovecot.ca },
    outgoing: { host: '127.0.0.1', port: sink.port, security: 'startTls', ca: peerCertificate, certName: 'mail.example' },
  });
  await wire.call(mailServerTest, { id: serverId });
  await wire.call(mailServer.enable, { ids: [serverId] });
  const setting = await wire.call(mailSettingGet, {});
  await wire.call(mailSettingUpdate, { version: setting.version, undoSendSeconds: 0 });
  const open: ImapFlow[] = [];
  return {
    house,
    dovecot,
    sink,
    serverId,
    deptId,
    box: async (address, more) => {
      const kind = more.employeeId === undefined ? 'shared' : 'personal';
      return (
        await wire.call(mailAccount.add, {
          address,
          name: { zh_CN: address.split('@')[0]! },
          kind,
          serverId,
          ...(kind === 'shared' && { ownerDeptId: deptId }),
          ...more,
        })
      ).id;
    },
    imap: async (address) => {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: dovecot.tlsPort,
        secure: true,
        tls: { ca: dovecot.ca },
        auth: { user: address, pass: passwordOf(address) },
        logger: false,
      });
      client.on('error', () => undefined);
      await client.connect();
      open.push(client);
      return client;
    },
    rows: async (query) => (await query.execute(house.product.database.db)).rows,
    stop: async () => {
      for (const client of open) client.close();
      await house.stop();
      await sink.close();
      await dovecot.stop();
    },
  };
}

/** Waits for what the product does by itself, for ten seconds at most. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (let left = 200; left > 0; left -= 1) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come about');
}

/** A picture of one dot. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
// Everything that a mail must not do.
const nasty = [
  '<style>body{display:none}</style><script>alert(1)</script><form action="https://evil.example"><input></form>',
  '<p style="position:fixed;color:red;background:url(https://track.example/a.png)" onclick="x()">Hello <b>Ann</b></p>',
  '<img src="https://track.example/pixel.gif"><img src="cid:pic@x"><a href="https://evil.example/login">https://bank.example</a>',
  '<a href="data:text/html,x">data</a><a href="javascript:alert(1)">js</a><iframe src="https://evil.example"></iframe>',
].join('');
/** A mail from outside with HTML that would like to act, and a picture with a Chinese name. */
export const letter = (subject: string, from = 'Out Side <out@other.example>'): string =>
  [
    `From: ${from}`,
    'To: ann@mail.example',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@other.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    nasty,
    '--b',
    'Content-Type: image/png; name="=?utf-8?B?5Zu+LnBuZw==?="',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="=?utf-8?B?5Zu+LnBuZw==?="',
    '',
    picture.toString('base64'),
    '--b--',
    '',
  ].join('\r\n');
