import { isIP } from 'node:net';

/** One side of a mail server: incoming or outgoing. */
export interface MailPlace {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'startTls' | 'plain';
  /** Authorities to trust instead of the usual ones, PEM. */
  readonly ca?: string | null | undefined;
  /** The name that the certificate must carry, where it is not that of the host. */
  readonly certName?: string | null | undefined;
}

/** Both sides of a mail server. */
export interface MailPlaces {
  readonly incoming: MailPlace;
  readonly outgoing: MailPlace;
}

/** Who signs in at a mail server. */
export interface MailSignIn {
  readonly user: string;
  readonly password: string;
}

/** TLS of a place, for the egress door. */
export function tlsOf({ host, ca, certName }: MailPlace): { ca?: string; servername?: string } {
  const server = certName !== undefined && certName !== null && certName !== '' ? certName : host;
  return { ...(ca !== undefined && ca !== null && ca !== '' && { ca }), ...(isIP(server) === 0 && { servername: server }) };
}
