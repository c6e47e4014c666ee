import type { ImapFlow } from 'imapflow';
import { tlsOptions } from '#platform/outbound/outbound-tls.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { MailFault, mailFaultOf } from './fault.ts';
import { tlsOf, type MailPlace, type MailSignIn } from './place.ts';

const mebibyte = 1024 * 1024;
/** Bounds of what a server may make us hold: a line, a literal, an answer, and everything that one piece of work reads. */
const most = { line: mebibyte, literal: 8 * mebibyte, response: 16 * mebibyte, work: 64 * mebibyte };
const connectMillis = 10_000;
const silentMillis = 30_000;

/**
 * Opens a connection through the egress guard and signs in; without anybody to sign in it comes as far as the greeting and TLS and is
 * closed again. Rejects with MailFault.
 */
export async function openImap(outbound: Outbound, place: MailPlace, signIn: MailSignIn | null): Promise<ImapFlow> {
  let client: ImapFlow | undefined;
  try {
    const checked = await outbound.resolve(place.host, place.port);
    // A password in the clear is for a server in the same house only.
    if (place.security === 'plain' && signIn && !checked.isInside) throw new MailFault('tls');
    const { servername, ...tls } = tlsOf(place);
    const library = await import('imapflow');
    client = new library.ImapFlow({
      // The checked address, so that the library has nothing to resolve; the name goes to TLS.
      host: checked.address,
      port: place.port,
      secure: place.security === 'tls',
      doSTARTTLS: place.security === 'startTls',
      ...(servername !== undefined && { servername }),
      tls: tlsOptions(tls, checked),
      ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
      logger: false,
      disableAutoIdle: true,
      clientInfo: { name: 'wheelhouse' },
      connectionTimeout: connectMillis,
      greetingTimeout: connectMillis,
      socketTimeout: silentMillis,
      maxLineLength: most.line,
      maxLiteralSize: most.literal,
      maxResponseSize: most.response,
    });
    // What breaks while nobody asks is noticed by the next who does; while somebody does, it says more than that the connection ended.
    const made = client;
    made.on('error', (error) => void broken.set(made, error));
    await client.connect();
    return client;
  } catch (error) {
    const isReached = !signIn && client?.greeting !== undefined && mailFaultOf(error).fault === 'signIn';
    client?.close();
    if (isReached) return client!;
    throw mailFaultOf(error);
  }
}

/** How long a piece of work takes at most, and how many bytes the server answers meanwhile. */
export interface Bounds {
  readonly millis?: number;
  readonly bytes?: number;
}

const workMillis = 30_000;

/** How connections broke. */
const broken = new WeakMap<ImapFlow, Error>();

function tooLarge(client: ImapFlow): MailFault | undefined {
  const fault = broken.has(client) ? mailFaultOf(broken.get(client)) : undefined;
  return fault?.fault === 'tooLarge' ? fault : undefined;
}

/** Runs a piece of work over a connection, which is cut where it takes too long or the server answers without end. */
export async function bounded<T>(
  client: ImapFlow,
  work: () => Promise<T>,
  { millis = workMillis, bytes = most.work }: Bounds = {},
): Promise<T> {
  client.stats(true);
  const started = performance.now();
  let cut: MailFault | undefined;
  const stop = (fault: MailFault): void => {
    cut = fault;
    client.close();
  };
  const watch = setInterval(() => {
    if (client.stats().received > bytes) stop(new MailFault('tooLarge'));
    else if (performance.now() - started > millis) stop(new MailFault('timeout'));
  }, 50);
  try {
    return await work();
  } catch (error) {
    throw cut ?? tooLarge(client) ?? error;
  } finally {
    clearInterval(watch);
  }
}
