import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerModule } from '#kit/server/module.ts';
import { said } from '#kit/server/audit/words.ts';
import { bareServices, type BareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/open-database.ts';
import { assertTemplates, fillMail, unknownPlaceholder, type MailTemplate } from './mail-template.ts';
import { contentPlace } from './open-mails.ts';

const body = { subject: 'Hello {{name}}', html: '<p>{{ name }}: <a href="{{link}}">{{link}}</a></p>', text: '{{name}} {{link}}' };
const hello: MailTemplate = {
  code: 'test.hello',
  title: said('问候', 'Greeting', '挨拶'),
  placeholders: {
    name: { title: said('姓名', 'Name', '氏名'), sample: 'Zhang San' },
    link: { title: said('链接', 'Link', 'リンク'), sample: 'https://example.com/' },
  },
  shipped: { zh_CN: body, en_US: body, ja_JP: body },
};

const catalogs = { zh_CN: {}, en_US: {}, ja_JP: {} };
const moduleWith = (template: MailTemplate): ServerModule => ({
  name: 'test',
  migrations: '',
  resources: [],
  routes: [],
  catalogs,
  mailTemplates: [template],
});

let database: Database;
let bare: BareServices;
beforeAll(async () => {
  database = await testDatabase();
  bare = await bareServices(database, { modules: [moduleWith(hello)] });
});
afterAll(async () => {
  await bare.close();
  await database.close();
});

const draft = (address: string, dedupeKey?: string) => ({
  template: 'test.hello',
  to: { address, name: 'Zhang' },
  language: 'en_US' as const,
  values: { name: 'Zhang', link: 'https://example.com/' },
  ...(dedupeKey !== undefined && { dedupeKey }),
});
const rows = () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();

test('A mail stands in the outbox when its transaction commits, and not when it is undone', async () => {
  const { mails, secrets } = bare.services;
  const undone = database.db.transaction().execute(async (tx) => {
    await mails.queue(tx, draft('a@example.com', 'undone'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rows()).toEqual([]);
  // The key of what was undone is free again.
  const id = await database.db.transaction().execute((tx) => mails.queue(tx, draft('a@例子.example', 'undone')));
  const [row] = await rows();
  expect(row).toMatchObject({ id, address: 'a@xn--fsqu00a.example', name: 'Zhang', state: 'queued', attempts: 0, language: 'en_US' });
  expect(row?.content).not.toContain('Zhang');
  expect(JSON.parse(secrets.open(row?.content ?? '', contentPlace(id ?? '')))).toEqual({ name: 'Zhang', link: 'https://example.com/' });
});

test('The same key is queued once in 24 hours, also by transactions at the same time', async () => {
  const { mails } = bare.services;
  const before = (await rows()).length;
  const queue = () => database.db.transaction().execute((tx) => mails.queue(tx, draft('b@example.com', 'same')));
  const ids = await Promise.all(Array.from({ length: 8 }, queue));
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  expect(await queue()).toBeUndefined();
  const unfollow = clock.follow(() => Date.now() + 86_400_001);
  expect(await queue().finally(unfollow)).toBeDefined();
  expect((await rows()).length).toBe(before + 2);
});

test('An address that is none fails at once without harm to the transaction; a missing value and an unknown template are errors', async () => {
  const { mails } = bare.services;
  const id = await mails.queue(database.db, draft('a@b.example\r\nBcc: c@d.example'));
  expect((await rows()).find((row) => row.id === id)).toMatchObject({ state: 'failed', failure: 'address' });
  await expect(mails.queue(database.db, { ...draft('a@b.example'), template: 'none' })).rejects.toThrow('none');
  await expect(mails.queue(database.db, { ...draft('a@b.example'), values: { name: 'x' } })).rejects.toThrow('link');
});

test('Placeholders are names and nothing else; what fills them can be no markup and no header', () => {
  expect(unknownPlaceholder(hello, body.html)).toBeUndefined();
  for (const text of ['{{constructor}}', '{{__proto__}}', '{{#if name}}', '{{name.length}}', '{{name', 'name}}', '{{{name}}}', '{{}}'])
    expect(unknownPlaceholder(hello, text), text).toBeDefined();
  expect(fillMail(body, { name: `<b title="x">O'Neil & co</b>`, link: '$& {{name}}' })).toEqual({
    subject: `Hello <b title="x">O'Neil & co</b>`,
    html: '<p>&lt;b title=&quot;x&quot;&gt;O&#39;Neil &amp; co&lt;/b&gt;: <a href="$&amp; {{name}}">$&amp; {{name}}</a></p>',
    text: `<b title="x">O'Neil & co</b> $& {{name}}`,
  });
  expect(fillMail(body, { name: 'a\r\nBcc: b@c.example', link: '' }).subject).toBe('Hello a Bcc: b@c.example');
  const wrong = { ...hello, shipped: { ...hello.shipped, ja_JP: { ...body, subject: '{{other}}' } } };
  expect(() => assertTemplates([wrong])).toThrow('ja_JP subject');
  expect(() => assertTemplates([hello, hello])).toThrow('Two');
});
