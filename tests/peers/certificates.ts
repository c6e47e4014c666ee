import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A private authority and a certificate that it gave out; `for` like `IP:127.0.0.1` or `DNS:directory.example`. */
export interface Certificates {
  ca: string;
  caFile: string;
  certFile: string;
  keyFile: string;
}

/** Makes them with openssl, in a folder. */
export function makeCertificates(folder: string, subject: { for: string }): Certificates {
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...given: string[]): void => void execFileSync('openssl', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.crt'), '-days', '2', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', file('peer.key'), '-out', file('peer.csr'), '-subj', '/CN=peer');
  writeFileSync(file('peer.ext'), `subjectAltName=${subject.for}\n`);
  const from = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  openssl('x509', '-req', '-in', file('peer.csr'), ...from, '-out', file('peer.crt'), '-days', '2', '-extfile', file('peer.ext'));
  return { ca: readFileSync(file('ca.crt'), 'utf8'), caFile: file('ca.crt'), certFile: file('peer.crt'), keyFile: file('peer.key') };
}
