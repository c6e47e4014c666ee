import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { CheckedAddress } from '../outbound/guard.ts';
import { outboundError } from '../outbound/outbound-error.ts';
import { tlsOptions, type TlsSettings } from '../outbound/outbound-tls.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { answerOf, SmtpError, smtpErrorOf, type SmtpAnswer } from './smtp-error.ts';

/** Where mail leaves. `tls`: encrypted from the start (465); `starttls`: refused unless the server offers it (587); `none`: plain. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  /** Signing in; `token` is asked for each session. */
  readonly auth?: { readonly user: string; readonly password: string } | { readonly user: string; token(): Promise<string> };
  readonly tls?: TlsSettings;
  /** Opening and, again, a mail: each at most so long, ms (30,000). */
  readonly timeoutMs?: number;
  /** What we call ourselves in EHLO. */
  readonly ourName?: string;
}

/** Hears the talk: what we say and what is answered, without secrets and bodies. */
export type SmtpTrace = (who: 'we' | 'server', line: string) => void;

/** A mail on its way: what it is, from whom, for whom. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string | readonly string[];
  readonly raw: Buffer | Readable;
  /** Bytes; needed where they come as a stream. */
  readonly size?: number;
}

/** The last words of a server that took a mail, and those recipients whom it refused meanwhile. */
export interface SmtpTaken extends SmtpAnswer {
  readonly refused?: readonly { readonly address: string; readonly answer: SmtpAnswer }[];
}

/** An open, signed-in connection; for one mail at a time. */
export interface SmtpSession {
  readonly isOpen: boolean;
  /** Sends or rejects with SmtpError: a mail is taken with the server's final 250 and not before. */
  send(mail: OutgoingMail, tell: SmtpTrace): Promise<SmtpTaken>;
  /** Makes it ready for another mail; rejects where the server has gone meanwhile. */
  reset(tell: SmtpTrace): Promise<void>;
  /** Ends it: politely, or at once. */
  end(): void;
  cut(): void;
}

const limitOf = (server: SmtpServer): number => server.timeoutMs ?? 30_000;

/**
 * Opens a session through the egress guard. Rejects with SmtpError of the phase `connect`. It passes no breaker: the outbox rests by itself
 * while a server is away, and whoever tests a repaired server must not be told of its past.
 */
export async function openSmtp(outbound: Outbound, server: SmtpServer, tell: SmtpTrace): Promise<SmtpSession> {
  try {
    const checked = await outbound.resolve(server.host, server.port);
    // A password in the clear is for a relay in the same house only.
    if (server.security === 'none' && server.auth && !checked.isInside) throw new SmtpError('tls', 'connect');
    const auth = server.auth && (await authOf(server.auth));
    return await open(server, { checked, auth }, tell);
  } catch (error) {
    throw smtpErrorOf(error, 'connect');
  }
}

interface SignIn {
  user: string;
  secret: string;
  isToken: boolean;
}

async function authOf(auth: NonNullable<SmtpServer['auth']>): Promise<SignIn> {
  return 'token' in auth
    ? { user: auth.user, secret: await auth.token(), isToken: true }
    : { user: auth.user, secret: auth.password, isToken: false };
}

interface Talk {
  tell: SmtpTrace;
}

async function open(
  server: SmtpServer,
  given: { checked: CheckedAddress; auth: SignIn | undefined },
  tell: SmtpTrace,
): Promise<SmtpSession> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const { checked, auth } = given;
  const talk: Talk = { tell };
  const limit = limitOf(server);
  const connection = new Connection({
    // The checked address, so that the library has nothing to resolve; the name goes to TLS.
    host: checked.address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: { ...nameOf(server), ...tlsOptions(server.tls ?? {}, checked) },
    ...(server.ourName !== undefined && { name: server.ourName }),
    connectionTimeout: limit,
    greetingTimeout: limit,
    socketTimeout: limit,
    transactionLog: true,
    logger: listener(talk, auth),
    ...(auth?.isToken && { customAuth: { XOAUTH2: xoauth2 } }),
  });
  const broken = new Promise<never>((_, reject) => connection.once('error', reject));
  // Later errors come with the command that they broke; an idle connection that breaks is simply not used again.
  connection.on('error', () => undefined);
  broken.catch(() => undefined);
  try {
    await inTime(limit, Promise.race([promisify(connection.connect.bind(connection) as Step)(), broken]));
    if (auth) await inTime(limit, Promise.race([signIn(connection, auth), broken]));
  } catch (error) {
    connection.close();
    throw error;
  }
  return sessionOf(connection, talk, limit);
}

/** An address has no name of its own in TLS; its certificate is checked for the address. */
function nameOf({ host, tls }: SmtpServer): { servername?: string } {
  const name = tls?.servername ?? host;
  return isIP(name) === 0 ? { servername: name } : {};
}

type Step = (done: (error?: Error | null) => void) => void;

function signIn(connection: SMTPConnection, { user, secret, isToken }: SignIn): Promise<void> {
  return new Promise((resolve, reject) => {
    const auth = isToken ? { type: 'custom' as const, method: 'XOAUTH2', user, pass: secret } : { user, pass: secret };
    connection.login(auth, (error) => (error ? reject(error) : resolve()));
  });
}

/** The token itself was fetched through our own door; the library would open one of its own. */
async function xoauth2(context: SMTPConnection.CustomAuthenticationContext): Promise<boolean> {
  const { user, pass } = context.auth.credentials;
  const word = Buffer.from(`user=${user}\x01auth=Bearer ${pass}\x01\x01`).toString('base64');
  let answer = await context.sendCommand(`AUTH XOAUTH2 ${word}`);
  // The reason of a refusal is sent as a question, and told again after an empty answer.
  if (answer.status === 334) answer = await context.sendCommand('');
  if (answer.status < 200 || answer.status >= 300) throw new Error('The token was refused');
  return true;
}

/** The greeting, and how it is repeated to who says hello, names host, software and addresses of the other side: only its code is told. */
const withoutBanner = (said: string, answer: string): string =>
  said === '' || /^(?:EHLO|HELO|LHLO)\b/i.test(said)
    ? answer.replace(/^(\d{3}[ -]?)?.*/, (_, code?: string) => `${code ?? ''}••••`)
    : answer;

/** Passes on what is said, with whatever could be a secret left out. */
function listener(talk: Talk, auth: SignIn | undefined) {
  const hidden = auth
    ? [auth.secret, Buffer.from(auth.secret).toString('base64'), Buffer.from(`\0${auth.user}\0${auth.secret}`).toString('base64')]
    : [];
  const clean = (line: string): string =>
    hidden
      .filter((one) => one.length > 3)
      .reduce((text, one) => text.replaceAll(one, '••••'), line)
      .replace(/^(AUTH \S+) .*$/s, '$1 ••••');
  let isSigning = false;
  /** The last that we said: before it the server greets. */
  let said = '';
  const debug = (entry: unknown, text: unknown): void => {
    const who: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'tnx') : undefined;
    if ((who !== 'client' && who !== 'server') || typeof text !== 'string') return;
    // After AUTH everything we say is a part of it, until the server is content or not.
    const isPart = isSigning && who === 'client';
    if (who === 'client') isSigning ||= /^AUTH /i.test(text);
    else if (!text.startsWith('334')) isSigning = false;
    if (who === 'client') said = text;
    const line = isPart ? '••••' : who === 'server' ? withoutBanner(said, clean(text)) : clean(text);
    talk.tell(who === 'client' ? 'we' : 'server', line.slice(0, 500));
  };
  const nothing = (): void => undefined;
  return { debug, trace: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing, level: nothing };
}

function sessionOf(connection: SMTPConnection, talk: Talk, limit: number): SmtpSession {
  let isOpen = true;
  const gone = (): void => void (isOpen = false);
  connection.once('end', gone);
  connection.once('error', gone);
  const cut = (): void => {
    isOpen = false;
    connection.close();
  };
  /** A step that takes too long or fails to end cleanly takes the session with it. */
  const step = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await inTime(limit, work);
    } catch (error) {
      // After a refusal in words the session can go on; after anything else nobody knows where it stands.
      if (answerOf(responseIn(error)) === undefined) cut();
      throw smtpErrorOf(error, 'mail');
    }
  };
  return {
    get isOpen() {
      return isOpen;
    },
    send: async (mail, tell) => {
      talk.tell = tell;
      const size = mail.size ?? (mail.raw instanceof Buffer ? mail.raw.length : undefined);
      const to = typeof mail.to === 'string' ? mail.to : [...mail.to];
      const info = await step(
        new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) =>
          connection.send({ from: mail.from, to, ...(size !== undefined && { size }) }, mail.raw, (error, answer) => {
            if (error) reject(error);
            else resolve(answer);
          }),
        ),
      );
      const refused = info.rejected.map((address, index) => ({
        address,
        answer: answerOf(info.rejectedErrors?.[index]?.response) ?? { code: 550, text: '' },
      }));
      return { ...(answerOf(info.response) ?? { code: 250, text: '' }), ...(refused.length > 0 && { refused }) };
    },
    reset: (tell) => {
      talk.tell = tell;
      return step(new Promise<void>((resolve, reject) => connection.reset((error) => (error ? reject(error) : resolve()))));
    },
    end: () => {
      isOpen = false;
      talk.tell = () => undefined;
      connection.quit();
    },
    cut,
  };
}

const responseIn = (error: unknown): string | undefined => {
  const response: unknown = error instanceof Error ? Reflect.get(error, 'response') : undefined;
  return typeof response === 'string' ? response : undefined;
};

async function inTime<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outboundError('timeout')), limit);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
