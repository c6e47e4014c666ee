import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { outboundError, toOutboundError, type OutboundError } from '#platform/outbound/outbound-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { SiemStreamRow } from './stream.table.ts';

/** An open connection to a receiver. */
export interface StreamConnection {
  readonly socket: Socket;
  /** Hands bytes to the network and waits until they went: who reads slowly is waited for, and nothing piles up. */
  write(bytes: Buffer): Promise<void>;
  /** Waits so long, or until the connection ends (then it rejects). */
  rest(millis: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Where a stream's key is sealed for. */
export const keyPlace = (id: string) => ({ table: 'siem_stream', column: 'client_key', row: id });

type Target = Pick<SiemStreamRow, 'id' | 'host' | 'port' | 'transport' | 'ca' | 'client_cert' | 'client_key'>;

const connectMillis = 10_000;
/** Bytes that are given to the network at once. */
const pieceBytes = 64 * 1024;

/** Connects to a receiver through the guard of outgoing connections; rejects with OutboundError. `stuckMillis`: how long a piece may take. */
export async function connectStream(
  { outbound, secrets }: { outbound: Outbound; secrets: Secrets },
  target: Target,
  stuckMillis = 120_000,
): Promise<StreamConnection> {
  const { host, port, transport, ca, client_cert: cert, client_key: key } = target;
  const tls = { ...(ca && { ca }), ...(cert && key && { cert, key: secrets.open(key, keyPlace(target.id)) }) };
  const socket = await outbound.connect(host, port, { timeoutMs: connectMillis, ...(transport === 'tls' && { tls }) });
  socket.setKeepAlive(true, 30_000);
  let failure: OutboundError | undefined;
  let tell: (error: OutboundError) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => (tell = reject));
  broken.catch(() => {});
  const fail = (error: unknown): void => {
    failure ??= toOutboundError(error);
    tell(failure);
    socket.destroy();
  };
  socket.on('error', fail);
  // A receiver says nothing; its end of the connection may end.
  socket.on('end', () => fail(outboundError('protocol')));
  socket.on('close', () => fail(outboundError('protocol')));
  socket.resume();
  const writePiece = (piece: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(outboundError('timeout')), stuckMillis);
      socket.write(piece, (error) => {
        clearTimeout(timer);
        if (error) reject(toOutboundError(error));
        else resolve();
      });
    });
  return {
    socket,
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        if (failure) throw failure;
        await Promise.race([writePiece(bytes.subarray(at, at + pieceBytes)), broken]);
      }
    },
    rest: async (millis, signal) => {
      if (failure) throw failure;
      await Promise.race([pause(millis, signal), broken]);
    },
    close: () => {
      socket.removeAllListeners('end');
      socket.end();
      setTimeout(() => socket.destroy(), 1_000).unref();
    },
  };
}

/** Waits so long, or until the signal aborts. */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Whether the receiver's certificate is one for another name. */
export function isOtherName(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && current.code === 'ERR_TLS_CERT_ALTNAME_INVALID') return true;
    current = current.cause;
  }
  return false;
}

/** Certificate chain from the receiver's to that of its authority. */
export function chainOf(socket: Socket): { subject: string; issuer: string; until: string }[] {
  if (!(socket instanceof TLSSocket)) return [];
  const chain: { subject: string; issuer: string; until: string }[] = [];
  const seen = new Set<string>();
  let certificate = socket.getPeerCertificate(true);
  while (certificate?.subject && !seen.has(certificate.fingerprint256) && chain.length < 10) {
    seen.add(certificate.fingerprint256);
    chain.push({ subject: nameOf(certificate.subject), issuer: nameOf(certificate.issuer), until: certificate.valid_to });
    certificate = certificate.issuerCertificate;
  }
  return chain;
}

const nameOf = (name: object): string =>
  Object.entries(name)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
