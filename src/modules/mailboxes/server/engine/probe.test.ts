import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#platform/outbound/outbound.ts';
import { peerCertificate, startSinkUntil, type Sink } from '#platform/mail/testing/sink.ts';
import { keeper, startDovecot, type Dovecot } from '../../../../../tests/peers/dovecot.ts';
import { freePort } from '../../../../../tests/peers/free-port.ts';
import type { MailPlaces, MailSignIn } from './place.ts';
import { probeServer } from './probe.ts';

const ann = { user: 'ann@mail.example', password: 'ann-secret-1' };
let dovecot: Dovecot;
let sink: Sink;
let outbound: Outbound;
let closed = 0;
beforeAll(async () => {
  dovecot = await startDovecot({ [ann.user]: ann.password });
  sink = await startSinkUntil();
  closed = await freePort();
  outbound = createOutbound({
    allowedNetworks: [...dovecot.allowed, `127.0.0.1:${sink.port}`, `127.0.0.1:${closed}`],
    ownListeners: () => [],
    limits: { failures: 2 },
  });
}, 30_000);
afterAll(async () => {
  await outbound.close();
  await sink.close();
  await dovecot.stop();
});

const places = (more: Partial<MailPlaces['incoming']> = {}): MailPlaces => ({
  incoming: { host: '127.0.0.1', port: dovecot.tlsPort, security: 'tls', ca: dovecot.ca, ...more },
  outgoing: { host: '127.0.0.1', port: sink.port, security: 'startTls', ca: peerCertificate, certName: 'mail.example' },
});
const stepsOf = async (server: MailPlaces, account: MailSignIn | null = ann): Promise<Record<string, string>> => {
  const { steps } = await probeServer({ outbound }, server, account);
  return Object.fromEntries(steps.map((one) => [one.name, one.class ?? one.state]));
};
const passed = { dns: 'ok', connect: 'ok', tls: 'ok', greeting: 'ok', signIn: 'ok', list: 'ok', quota: 'ok' };

test('A mail server passes each step over TLS, STARTTLS and in the clear inside the house; of a mailbox counts alone are read', async () => {
  const out = { ...ann, password: 'right-secret' };
  expect(await stepsOf(places())).toEqual({ ...passed, send: 'signIn' });
  expect(await stepsOf(places({ security: 'startTls', port: dovecot.port }))).toMatchObject(passed);
  const { tls: _, ...clear } = passed;
  expect(await stepsOf(places({ security: 'plain', port: dovecot.port }))).toMatchObject({ ...clear, tls: 'skipped' });
  const nobody = await stepsOf(places(), null);
  expect(nobody).toMatchObject({ greeting: 'ok', signIn: 'skipped', quota: 'skipped', send: 'ok' });
  expect(await stepsOf(places(), out)).toMatchObject({ signIn: 'signIn', list: 'skipped', send: 'ok' });
  const { counts, quota } = await probeServer({ outbound }, places(), {
    user: `${ann.user}${keeper.separator}${keeper.user}`,
    password: keeper.password,
  });
  expect({ counts, quota }).toEqual({ counts: { folders: 5, messages: 0 }, quota: { used: 0, limit: 5 * 1024 * 1024 } });
});

test('A wrong certificate, password and port are three classes, and a repaired server is not told of its past', async () => {
  expect(await stepsOf(places({ ca: null }))).toMatchObject({ connect: 'ok', tls: 'certificate', greeting: 'skipped' });
  expect(await stepsOf(places({ certName: 'other.example' }))).toMatchObject({ tls: 'certificate' });
  expect(await stepsOf(places({ ca: null, security: 'startTls', port: dovecot.port }))).toMatchObject({
    greeting: 'ok',
    tls: 'certificate',
  });
  expect(await stepsOf(places(), { ...ann, password: 'wrong' })).toMatchObject({ tls: 'ok', signIn: 'signIn', list: 'skipped' });
  for (let times = 0; times < 3; times += 1)
    expect(await stepsOf(places({ port: closed }))).toMatchObject({ dns: 'ok', connect: 'refused', tls: 'skipped' });
  expect(await stepsOf(places({ host: 'no.such.invalid' }))).toMatchObject({ dns: 'dns', connect: 'skipped' });
  expect(await stepsOf(places({ host: '10.1.2.3' }))).toMatchObject({ dns: 'denied' });
  expect(await stepsOf(places({ security: 'tls', port: dovecot.port }))).toMatchObject({ connect: 'ok', tls: 'tls' });
  expect(await stepsOf(places())).toMatchObject(passed);
});
