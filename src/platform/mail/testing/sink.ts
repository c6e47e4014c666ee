import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';

const pem = (name: string): string => readFileSync(new URL(`../../outbound/fixtures/${name}`, import.meta.url), 'utf8');
/** What a client must trust to believe the sink. */
export const peerCertificate = pem('peer.crt');

/** Runs this after the current test; the last registered runs first. */
export const closeLater = (close: () => unknown): void => onTestFinished(async () => void (await close()));

/** A mail that the sink took. */
export interface Received {
  from: string;
  to: string[];
  raw: string;
  user: string;
  secure: boolean;
}

/** A mail server that keeps what it is given. */
export interface Sink {
  received: Received[];
  port: number;
  /** How many sessions were opened so far. */
  sessions(): number;
  /** Cuts every connection. */
  dropAll(): void;
  close(): Promise<void>;
}

const refuse = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

/** As startSinkUntil; ends with the test. */
export async function startSink(options: SMTPServerOptions = {}, port = 0): Promise<Sink> {
  const sink = await startSinkUntil(options, port);
  closeLater(sink.close);
  return sink;
}

/** Starts npm's smtp-server on loopback until it is closed; the password is `right-secret`, `nobody@` and `later@` are refused. */
export async function startSinkUntil(options: SMTPServerOptions = {}, port = 0): Promise<Sink> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let sessions = 0;
  const { onConnect, ...rest } = options;
  const server = new SMTPServer({
    logger: false,
    cert: peerCertificate,
    key: pem('peer.key'),
    authOptional: true,
    closeTimeout: 100,
    onConnect: (session, done) => {
      sessions += 1;
      if (onConnect) onConnect.call(server, session, done);
      else done();
    },
    onAuth: (auth, _session, done) =>
      auth.password === 'right-secret' || auth.accessToken === 'right-token'
        ? done(null, { user: auth.username })
        : done(new Error('Invalid secret-banner')),
    onMailFrom: (address, _session, done) => (address.address.startsWith('banned') ? done(refuse(550, 'sender refused')) : done()),
    onRcptTo: (address, _session, done) => {
      if (address.address.startsWith('nobody')) done(refuse(550, 'no such user'));
      else if (address.address.startsWith('later')) done(refuse(450, 'try later'));
      else done();
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const keep = async (): Promise<void> => {
        const raw = await text(stream);
        const to = rcptTo.map((one) => one.address);
        received.push({ from: mailFrom ? mailFrom.address : '', to, raw, user: String(session.user ?? ''), secure: session.secure });
      };
      callbackify(keep)(done);
    },
    ...rest,
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // Of a client that went away in the middle.
  server.on('error', () => undefined);
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= new Promise<void>((resolve) => {
      server.close(resolve);
      dropAll();
    }));
  return { received, port: (server.server.address() as AddressInfo).port, sessions: () => sessions, dropAll, close };
}

/** A door through which these ports of loopback are reached, whatever the name. */
export function doorTo(...ports: number[]): Outbound {
  const outbound = createOutbound({
    allowedNetworks: ports.map((port) => `127.0.0.1:${port}`),
    ownListeners: () => [],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    limits: { failures: 100 },
  });
  closeLater(() => outbound.close());
  return outbound;
}
