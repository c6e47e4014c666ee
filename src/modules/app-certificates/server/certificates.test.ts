import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#kit/server/refusal.ts';
import { makeCertificate, makeProfile } from '../../../../tests/make-certificate.ts';
import { readCertificate } from './read-certificate.ts';

const push = makeCertificate({ cn: 'Apple Push Services: com.example.app', topic: 'com.example.app' });
const main = makeCertificate({ cn: 'Apple Distribution: Example' });
const read = (kind: 'push' | 'main' | 'profile', bytes: Buffer, password = 'word') => readCertificate(kind, bytes, { password });
const refusal = (work: () => unknown): number | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.answer : -1;
  }
};

test('A push certificate opens with modern and legacy ciphers, and only with its password', () => {
  for (const legacy of [false, true]) {
    const found = read('push', push.p12('word', legacy));
    expect(found.facts).toMatchObject({ topics: ['com.example.app'], environment: 'production', teamId: 'TEAM123456', keyKind: 'p12' });
    expect(found.key).toContain('BEGIN PRIVATE KEY');
    expect(found.publicPart).not.toContain('PRIVATE');
    expect(refusal(() => read('push', push.p12('word', legacy), 'other'))).toBe(13030);
  }
  expect(refusal(() => read('main', push.p12('word')))).toBe(13032);
  expect(refusal(() => read('push', main.p12('word')))).toBe(13032);
  expect(refusal(() => read('push', Buffer.from('nothing')))).toBe(13032);
});

test('Files that openssl writes are read: modern, legacy (RC2, 3DES), and PEM', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => path.join(folder, name);
  writeFileSync(at('key.pem'), main.key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('cert.der'), main.der);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' });
  try {
    openssl('x509', '-inform', 'der', '-in', at('cert.der'), '-out', at('cert.pem'));
  } catch {
    context.skip('openssl is not installed');
  }
  const pack = ['pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('cert.pem'), '-passout', 'pass:word'];
  openssl(...pack, '-out', at('modern.p12'));
  openssl(...pack, '-legacy', '-out', at('legacy.p12'));
  for (const name of ['modern.p12', 'legacy.p12']) {
    expect(read('main', readFileSync(at(name))).facts, name).toMatchObject({ teamId: 'TEAM123456', keyKind: 'p12' });
    expect(
      refusal(() => read('main', readFileSync(at(name)), 'no')),
      name,
    ).toBe(13030);
  }
  const pem = Buffer.concat([readFileSync(at('key.pem')), readFileSync(at('cert.pem'))]);
  expect(read('main', pem, '').facts.keyKind).toBe('pem');
  expect(refusal(() => read('main', readFileSync(at('cert.pem')), ''))).toBe(13031);
  // Of two keys with their certificates the one of the kind is taken.
  const pushPem = Buffer.from(push.key.export({ type: 'pkcs8', format: 'pem' }).toString() + read('push', push.p12('word')).publicPart);
  expect(read('main', Buffer.concat([pushPem, pem]), '').name).toBe('Apple Distribution: Example');
  expect(read('push', Buffer.concat([pem, pushPem]), '').facts.topics).toEqual(['com.example.app']);
  // More rounds than anybody waits for.
  openssl(...pack, '-iter', '5000000', '-out', at('slow.p12'));
  expect(refusal(() => read('main', readFileSync(at('slow.p12'))))).toBe(13032);
});

test('A profile is read with what it holds, and refused where a byte of it was changed', () => {
  const profile = makeProfile(main, { identity: 'com.example.*', holds: [main] });
  const { facts } = read('profile', profile);
  expect(facts).toMatchObject({
    identity: 'com.example.*',
    profileKind: 'enterprise',
    environment: 'production',
    certificateSha256s: [read('main', main.p12('word')).facts.sha256],
  });
  const at = profile.indexOf('Company profile');
  const changed = Buffer.from(profile);
  changed[at] = 'K'.charCodeAt(0);
  expect(refusal(() => read('profile', changed))).toBe(13032);
  expect(refusal(() => read('profile', profile.subarray(0, -1)))).toBe(13032);
  expect(refusal(() => read('profile', main.p12('word')))).toBe(13032);
});
