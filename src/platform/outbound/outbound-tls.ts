import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CheckedAddress } from './guard.ts';
import { outboundError, toOutboundError } from './outbound-error.ts';

/** TLS of one connection: PEM texts; `insecure` (no verification) works only for addresses inside ALLOWED_NETWORKS. */
export interface TlsSettings {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly insecure?: boolean;
}

/** The options node:tls wants for a name that was resolved to a checked address. */
export function tlsOptions(
  tls: TlsSettings,
  checked: CheckedAddress,
): { ca?: string; cert?: string; key?: string; rejectUnauthorized: boolean; minVersion: 'TLSv1.2' } {
  return {
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    rejectUnauthorized: !(tls.insecure === true && checked.isInside),
    minVersion: 'TLSv1.2',
  };
}

/** A socket to the checked address, with TLS for the name when asked; rejects with OutboundError. */
export function openSocket(
  checked: CheckedAddress,
  to: { host: string; port: number; timeoutMs: number; tls?: TlsSettings },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const where = { host: checked.address, port: to.port };
    const name = to.tls?.servername ?? (isIP(to.host.replace(/^\[|\]$/g, '')) === 0 ? to.host : undefined);
    const socket =
      to.tls === undefined
        ? connectTcp(where)
        : connectTls({ ...where, ...tlsOptions(to.tls, checked), ...(name === undefined ? {} : { servername: name }) });
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(toOutboundError(error));
    };
    const timer = setTimeout(() => fail(outboundError('timeout')), to.timeoutMs);
    socket.once('error', fail);
    socket.once(to.tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
