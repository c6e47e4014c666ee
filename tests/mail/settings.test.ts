import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { mailGet, mailTest, mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import * as template from '../../src/modules/mail/common/mail-template.contract.ts';
import { dkimHolds } from '../../src/platform/mail/testing/dkim.ts';
import { startSink } from '../../src/platform/mail/testing/sink.ts';
import { plainServer, startMailHouse, useServers, type MailHouse } from './mail-house.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let house: MailHouse;
beforeAll(async () => void (house = await startMailHouse()));
afterAll(() => house.stop());

test('before servers are entered a test is refused; what can not be is refused at its field', async () => {
  expect(await house.ask(mailTest, { to: 'a@example.com', language: 'en_US' })).toMatchObject({ code: 10412 });
  const { version } = await house.call(mailGet, {});
  const issuesOf = async (change: object) => {
    const { code, data } = await house.ask(mailUpdate, { version, ...change });
    return [code, ...(data as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)];
  };
  expect(await issuesOf({ fromAddress: 'a@b.example\r\nBcc: c@d.example' })).toEqual([10400, 'fromAddress']);
  expect(await issuesOf({ fromName: 'x\r\nBcc: c@d.example' })).toEqual([10400, 'fromName']);
  expect(await issuesOf({ servers: [{ host: 'mail.example', security: 'none' }] })).toEqual([10400, 'servers.0.security']);
  expect(await issuesOf({ servers: [{ host: 'mail.example', auth: 'password', account: 'u' }] })).toEqual([10400, 'servers.0.secret']);
  expect(await issuesOf({ servers: [{ host: 'mail.example', ca: 'no certificate' }] })).toEqual([10400, 'servers.0.ca']);
  expect(await issuesOf({ dkim: { domain: 'mail.example', selector: 's1' } })).toEqual([10400, 'dkim']);
  expect(await issuesOf({ dkim: { domain: 'mail.example', selector: 's1', key: 'none' } })).toEqual([10400, 'dkim']);
  expect(await issuesOf({ perMinute: 0 })).toEqual([10400, 'perMinute']);
});

test('a test mail arrives in three languages with a signature that holds, and its talk is told', async () => {
  const { received } = await startSink({}, house.ports[0]);
  const footer = { en_US: 'Ask <the help desk>' };
  const dkim = { domain: 'mail.example', selector: 's1', newKey: true };
  const saved = await useServers(house, [plainServer(house.ports[0])], { dkim, footer, replyTo: 'help@例子.example' });
  expect(saved).toMatchObject({ replyTo: 'help@xn--fsqu00a.example', dkim: { record: { name: 's1._domainkey.mail.example' } } });
  for (const language of ['zh_CN', 'en_US', 'ja_JP'] as const) {
    const result = await house.call(mailTest, { to: 'zhang@example.com', language });
    expect(result).toMatchObject({ ok: true, failure: null });
    expect(result.dialogue.map(({ line }) => line)).toContain('RCPT TO:<zhang@example.com>');
    expect(await house.row(result.deliveryId)).toMatchObject({ state: 'sent', language });
  }
  const { value } = saved.dkim!.record!;
  expect(received.map(({ raw }) => dkimHolds(raw, value))).toEqual([true, true, true]);
  expect(new Set(received.map(({ raw }) => /^Subject: .*(?:\r\n[ \t].*)*/m.exec(raw)?.[0])).size).toBe(3);
  expect(received[1]?.raw).toContain('Ask &lt;the help');
  expect(received[0]?.raw).not.toContain('help desk');
  expect(await house.ask(mailTest, { to: 'a@b.example\r\nBcc: c@d.example', language: 'en_US' })).toMatchObject({ code: 10400 });
});

test('a test that fails says with its code why', async () => {
  const to = { to: 'zhang@example.com', language: 'en_US' } as const;
  expect((await house.call(mailTest, to)).failure).toMatchObject({ code: 11035, reason: 'refused' });
  const { port } = await startSink({ secure: true }, house.ports[0]);
  const { peerCertificate } = await import('../../src/platform/mail/testing/sink.ts');
  await useServers(house, [{ host: '127.0.0.1', port, security: 'tls', ca: peerCertificate }]);
  const { failure, ok, deliveryId } = await house.call(mailTest, to);
  expect({ ok, failure }).toMatchObject({ ok: false, failure: { code: 11031, message: 'The certificate does not match 127.0.0.1' } });
  expect(await house.row(deliveryId)).toMatchObject({ state: 'failed' });
});

test('an old version is refused with what stands now; the journal holds no secret', async () => {
  const { version, id } = await house.call(mailGet, {});
  expect(await house.ask(mailUpdate, { version: version - 1, perMinute: 60 })).toMatchObject({ code: 10409 });
  const auth = { auth: 'password', account: 'u', secret: 'a-secret-of-the-test' } as const;
  await useServers(house, [{ ...plainServer(house.ports[0]), ...auth }]);
  const journal = JSON.stringify(await house.call(listJournal, { kind: ['mailConfig'], objectId: id }));
  expect(journal).toContain('perMinute');
  expect(journal).not.toMatch(/a-secret-of-the-test|s1\.[0-9a-f]{12}|PRIVATE KEY/);
});

test('own texts are kept within their placeholders, cleaned, shown and given up', async () => {
  const [row] = (await house.call(template.mailTemplateList, { text: 'mail.test' })).list;
  const { id, version } = row!;
  const text = {
    subject: 'Hi {{by}}',
    html: '<p onclick="x()">{{by}}<script>x()</script><a href="javascript:x()">a</a></p>',
    text: '{{at}}',
  };
  for (const broken of ['{{constructor}}', '{{by.length}}', '{{#by}}', '{{by'])
    expect(await house.ask(template.mailTemplateSave, { id, version, texts: { en_US: { ...text, text: broken } } })).toMatchObject({
      code: 11036,
    });
  expect(
    await house.ask(template.mailTemplateSave, { id, version, texts: { en_US: { ...text, subject: 'x\r\nBcc: a@b.example' } } }),
  ).toMatchObject({ code: 10400 });
  const saved = await house.call(template.mailTemplateSave, { id, version, texts: { en_US: text } });
  expect(saved).toMatchObject({ changed: ['en_US'], texts: { en_US: { html: '<p>{{by}}<a>a</a></p>' } } });
  expect(await house.call(template.mailTemplatePreview, { id, language: 'en_US' })).toMatchObject({ subject: 'Hi 张三' });
  expect((await house.call(template.mailTemplateList, { own: true })).total).toBe(1);
  expect(await house.call(template.mailTemplateReset, { ids: [id] })).toEqual({ count: 1 });
  expect((await house.call(template.mailTemplateGet, { id })).changed).toEqual([]);
});
