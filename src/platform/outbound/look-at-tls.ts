import { createHash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { CheckedAddress } from './guard.ts';
import { outboundError, toOutboundError } from './outbound-error.ts';

/** One certificate of a chain, the server's own first. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Names it was made for. */
  readonly names: readonly string[];
  readonly beginsAt: number;
  readonly endsAt: number;
  /** SHA-256 of the public key (SPKI), in base64: what a pin names. */
  readonly spki: string;
}

/** TLS facts that a server shows in a handshake. */
export interface TlsLook {
  readonly protocol: string;
  /** Why it is not trusted, as OpenSSL or Node names it; null when it is. */
  readonly distrust: string | null;
  readonly chain: readonly CertificateFacts[];
}

/**
 * Looks at the certificates of a server, also of one that is not trusted, which is then told instead of an error. The connection ends after the
 * handshake and nothing is sent over it.
 */
export function lookAtTls(checked: CheckedAddress, to: { host: string; port: number; timeoutMs: number; ca?: string }): Promise<TlsLook> {
  const host = to.host.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: checked.address,
      port: to.port,
      minVersion: 'TLSv1.2',
      // Distrust is what is looked for: it is judged below.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      ...(to.ca !== undefined && { ca: to.ca }),
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(outboundError('timeout'))), to.timeoutMs);
    socket.once('error', (error) => end(() => reject(toOutboundError(error))));
    socket.once('secureConnect', () => {
      const seen = seenOn(socket);
      end(() => resolve(seen));
    });
  });
}

function seenOn(socket: TLSSocket): TlsLook {
  const distrust: unknown = socket.authorizationError;
  const reason = distrust instanceof Error ? distrust.message : distrust;
  return {
    protocol: socket.getProtocol() ?? '',
    distrust: socket.authorized ? null : typeof reason === 'string' ? reason : 'UNKNOWN',
    chain: chainOf(socket.getPeerCertificate(true)),
  };
}

/** At most ten, and a certificate that signed itself ends it. */
function chainOf(first: DetailedPeerCertificate): CertificateFacts[] {
  const chain: CertificateFacts[] = [];
  let current: DetailedPeerCertificate | undefined = first;
  while (current?.raw && chain.length < 10) {
    chain.push(factsOf(new X509Certificate(current.raw)));
    const above: DetailedPeerCertificate | undefined = current.issuerCertificate;
    current = above === current ? undefined : above;
  }
  return chain;
}

function factsOf(certificate: X509Certificate): CertificateFacts {
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return {
    subject: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    names: (certificate.subjectAltName ?? '').split(', ').filter((name) => name !== ''),
    beginsAt: Date.parse(certificate.validFrom),
    endsAt: Date.parse(certificate.validTo),
    spki: createHash('sha256').update(key).digest('base64'),
  };
}

const commonName = (name: string): string => /^CN=(.+)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ');
