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

/** Makes them with openssl, in a folder; they last two days unless said. */
export function makeCertificates(folder: string, subject: { for: string; days?: number }): Certificates {
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...given: string[]): void => void execFileSync('openssl', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.crt'), '-days', '3650', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', file('peer.key'), '-out', file('peer.csr'), '-subj', '/CN=peer');
  writeFileSync(file('peer.ext'), `subjectAltName=${subject.for}\n`);
  const from = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    file('peer.csr'),
    ...from,
    '-out',
    file('peer.crt'),
    '-days',
    String(subject.days ?? 2),
    '-extfile',
    file('peer.ext'),
  );
  return { ca: readFileSync(file('ca.crt'), 'utf8'), caFile: file('ca.crt'), certFile: file('peer.crt'), keyFile: file('peer.key') };
}

/** A certificate for 127.0.0.1 that signed itself and ended years ago. */
export function makeEnded(folder: string): { ca: string; certFile: string; keyFile: string } {
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...given: string[]): void => void execFileSync('openssl', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  writeFileSync(
    file('ca.cnf'),
    `[ca]\ndefault_ca=one\n[one]\ndatabase=${file('index.txt')}\nserial=${file('serial')}\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=any\nx509_extensions=ext\n[any]\ncommonName=supplied\n[ext]\nsubjectAltName=IP:127.0.0.1\n`,
  );
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    file('ended.key'),
    '-out',
    file('ended.csr'),
    '-subj',
    '/CN=ended',
  );
  const span = ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z'];
  openssl(
    'ca',
    '-selfsign',
    '-batch',
    '-notext',
    '-config',
    file('ca.cnf'),
    '-keyfile',
    file('ended.key'),
    '-in',
    file('ended.csr'),
    '-out',
    file('ended.crt'),
    ...span,
  );
  return { ca: readFileSync(file('ended.crt'), 'utf8'), certFile: file('ended.crt'), keyFile: file('ended.key') };
}
