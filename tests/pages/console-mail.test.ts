import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailGet, mailTest, mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import { outboxList } from '../../src/modules/mail/common/mail-outbox.contract.ts';
import { mailTemplateList } from '../../src/modules/mail/common/mail-template.contract.ts';
import { startSinkUntil, type Sink } from '../../src/platform/mail/testing/sink.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';

let console_: TestConsole;
let wire: Wire;
let sink: Sink;
let mailId = '';
let templateId = '';

beforeAll(async () => {
  sink = await startSinkUntil();
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${sink.port}` });
  wire = wireOf(console_.product);
  const { version } = await wire.call(mailGet, {});
  await wire.call(mailUpdate, {
    version,
    servers: [{ host: '127.0.0.1', port: sink.port, security: 'none' }],
    fromName: 'Wheelhouse',
    fromAddress: 'noreply@mail.example',
    dkim: { domain: 'mail.example', selector: 's1', newKey: true },
    testTo: 'zhang@example.com',
  });
  await wire.call(mailTest, { to: 'nobody@example.com', language: 'en_US' });
  await wire.call(mailTest, { to: 'zhang@example.com', language: 'ja_JP' });
  mailId = (await wire.call(outboxList, { state: ['failed'] })).list[0]?.id ?? '';
  templateId = (await wire.call(mailTemplateList, { text: 'mail.test' })).list[0]?.id ?? '';
}, 180_000);
afterAll(async () => {
  await console_?.stop();
  await sink?.close();
});

const address = '/sys_console_mail/sys_notice_mail';
const views = (): [string, string, string][] => [
  ['config', address, '.mail-servers input'],
  ['templates', `${address}?tab=templates`, '.whk-table tbody tr, .whk-cards > *'],
  ['template', `${address}?tab=templates&id=${templateId}`, '.mail-paper'],
  ['outbox', `${address}?tab=outbox`, '.mail-mark'],
  ['mail', `${address}?tab=outbox&id=${mailId}`, '.mail-talk'],
  ['suppressed', `${address}?tab=suppressed`, '.whk-panel .whk-state'],
];

for (const { language, theme, width } of looks())
  test(`Console mail: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, view, ready] of views()) {
      await page.goto(console_.product.origin + view);
      await page.locator(ready).first().waitFor();
      await page.locator('.mail-state strong').first().waitFor();
      await picture(page, `mail-${name}-${language}-${theme}-${width}`, true);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('Settings are changed, a test mail is sent and its talk read, a template is written in a language and given up', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(console_.product.origin + address);
  const name = page.getByLabel('Sender name');
  await name.fill('Help desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await wire.call(mailGet, {})).fromName).toBe('Help desk');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByLabel('Recipient').inputValue()).toBe('zhang@example.com');
  await drawer.getByRole('button', { name: 'Test', exact: true }).click();
  await drawer.locator('.mail-talk').waitFor();
  await picture(page, 'mail-test-en_US-light-1440', true);
  expect(await drawer.locator('.mail-talk').textContent()).toContain('RCPT TO:<zhang@example.com>');
  expect(await faultsOf(page)).toEqual([]);
  expect(sink.received.at(-1)?.raw).toContain('From: Help desk <noreply@mail.example>');

  await page.goto(`${console_.product.origin}${address}?tab=templates&id=${templateId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.locator('.whk-drawer');
  const subject = editor.getByLabel('Subject').locator('visible=true');
  await subject.fill('Hello from {{nobody}}');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Placeholder nobody is not known').first().waitFor();
  await subject.fill('Hello from {{by}}');
  await picture(page, 'mail-editor-en_US-light-1440', true);
  expect(await faultsOf(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await changed()).changed).toEqual(['en_US']);
  await expect.poll(() => page.locator('.mail-preview strong').first().textContent()).toBe('Hello from 张三');
  await page.getByRole('button', { name: 'Back to shipped text' }).first().click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Back to shipped text' }).click();
  await expect.poll(async () => (await changed()).changed).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

const changed = async () => {
  const [row] = (await wire.call(mailTemplateList, { text: 'mail.test' })).list;
  if (!row) throw new Error('There is no template');
  return row;
};
