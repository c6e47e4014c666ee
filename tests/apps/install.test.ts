import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpPlace } from '../../src/kit/server/session/factor/prove-factor.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { appRollout, limitUserList, limitUserSave, linkAdd, linkList, linkRevoke } from '../../src/modules/apps/common/release.contract.ts';
import { appVersion, versionOnline } from '../../src/modules/apps/common/version.contract.ts';
import { openBrowser } from '../browser.ts';
import { testPassword } from '../product.ts';
import { AppsHouse } from './apps-house.ts';
import { makeIpa } from './make-ipa.ts';
import { readQr } from './read-qr.ts';

const origin = 'https://apps.example.com';
const phones = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36',
};

let house: AppsHouse;
let appId = '';
let android = '';
let port = '';

/** Where the product listens, in the place of its public address. */
const here = (address: string): string => port + new URL(address).pathname;

beforeAll(async () => {
  house = await AppsHouse.open({ PUBLIC_URL: origin });
  port = await house.product.app.listen({ port: 0, host: '127.0.0.1' });
  ({ id: appId } = await house.app('Orbit', 'orbit'));
  android = await house.version(appId, '101');
  const { id } = await house.wire.call(appVersion.add, {
    appId,
    fileId: await house.upload(await makeIpa(), 'Orbit.ipa'),
    notes: { zh_CN: 'iOS' },
  });
  await house.wire.call(versionOnline, { ids: [id] });
}, 60_000);
afterAll(() => house.stop());

/** A browser as a phone has it. */
async function phone(agent: keyof typeof phones, locale = 'en-US'): Promise<{ page: Page; context: BrowserContext }> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    userAgent: phones[agent],
    locale,
    viewport: { width: agent === 'desktop' ? 1440 : 390, height: 844 },
  });
  return { page: await context.newPage(), context };
}

/** A new link to the app's page, as the console shows it. */
async function linkTo(given: Record<string, unknown> = {}) {
  const { id } = await house.wire.call(linkAdd, { appId, ...given });
  const link = (await house.wire.call(linkList, { appId })).list.find((one) => one.id === id)!;
  return { ...link, path: new URL(link.address).pathname };
}

async function openTo(installOpen: 'signedIn' | 'password' | 'anyone', installPassword?: string): Promise<void> {
  const { version } = await house.wire.call(app.get, { id: appId });
  await house.wire.call(app.update, { id: appId, version, installOpen, ...(installPassword !== undefined && { installPassword }) });
}

test('An iPhone gets an itms-services address whose manifest plistutil reads and whose package answers ranges', async () => {
  await openTo('anyone');
  const { address } = await linkTo();
  const { page, context } = await phone('iphone');
  await page.goto(here(address));
  const own = page.locator('li[data-own]');
  await expect.poll(() => own.innerText()).toContain('iOS');
  expect(await own.innerText()).toContain('VPN & Device Management');
  const href = (await own.getByRole('link').getAttribute('href')) ?? '';
  expect(href).toMatch(/^itms-services:\/\/\?action=download-manifest&url=https%3A%2F%2F/);
  const manifest = new URL(new URL(href).searchParams.get('url')!);
  const answer = await house.product.app.inject(manifest.pathname);
  const read = spawnSync('plistutil', ['-f', 'xml'], { input: answer.body, encoding: 'utf8' });
  const xml = read.error ? answer.body : read.stdout;
  for (const word of ['software-package', 'com.northwind.orbit', 'display-image', 'full-size-image'])
    expect(xml).toContain(`<string>${word}</string>`);
  const ipa = new URL(/<string>(https:[^<]+app\.ipa)<\/string>/.exec(xml)![1]!).pathname;
  const part = await house.product.app.inject({ url: ipa, headers: { range: 'bytes=0-3' } });
  expect([part.statusCode, part.rawPayload.toString('latin1')]).toEqual([206, 'PK\u0003\u0004']);
  expect((await house.product.app.inject(manifest.pathname.replace('manifest.plist', 'icon-57.png'))).headers['content-type']).toBe(
    'image/png',
  );
  await context.close();
});

test('An Android phone gets a direct address, and the picture on a desktop is the code of the page', async () => {
  const { address } = await linkTo();
  const { page, context } = await phone('android');
  await page.goto(here(address));
  const own = page.locator('li[data-own]');
  expect(await own.innerText()).toContain('SHA-256');
  expect(await own.getByRole('link').getAttribute('href')).toMatch(/\/app\.apk$/);
  await context.close();

  const desktop = await phone('desktop', 'ja-JP');
  await desktop.page.goto(here(address));
  const picture = desktop.page.getByRole('img', { name: 'このページの QR コード' });
  const shot = await picture.screenshot({ omitBackground: false, style: 'img{border-radius:0!important}' });
  expect(await readQr(shot)).toBe(address);
  await desktop.context.close();
});

test('Where people sign in, nothing is told before; limit users hold on the page too', async () => {
  await openTo('signedIn');
  const sales = await house.department('Sales');
  await Promise.all([house.person('ann', sales), house.person('bob')]);
  const { version } = await house.wire.call(limitUserList, { versionId: android });
  await house.wire.call(limitUserSave, { versionId: android, version, add: [{ kind: 'department', id: sales }] });
  const { address } = await linkTo();
  const offered = async (account: string): Promise<string> => {
    const { page, context } = await phone('android');
    await page.goto(here(address));
    expect(await page.content()).not.toContain('app.apk');
    await page.getByLabel('Account').fill(account);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'Account or password is wrong.' }).waitFor();
    await page.getByLabel('Account').fill(account);
    await page.getByLabel('Password').fill(testPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('listitem').first().waitFor();
    const text = await page.locator('main').innerText();
    await context.close();
    return text;
  };
  expect(await offered('ann')).toContain('Android');
  expect(await offered('bob')).not.toContain('Android');
  const { rows } = await house.product.database.pool.query<{ reason: string | null }>(
    `select reason from login_log where account = 'ann' order by at, id`,
  );
  expect(rows.map(({ reason }) => reason)).toEqual(['wrongSecret', null]);
  const limits = await house.wire.call(limitUserList, { versionId: android });
  await house.wire.call(limitUserSave, { versionId: android, version: limits.version, remove: [sales] });
});

test('Who has a second factor shows a code of it after the password, each once; wrong ones are told', async () => {
  await openTo('signedIn');
  const uid = await house.person('carl');
  const { secrets, database } = house.product.services;
  const [id, secret] = [randomUUID(), 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'];
  await sql`insert into factor (id, uid, kind, name, secret, transports, created_at) values (${id}::uuid, ${uid}::uuid, 'totp', 'phone',
    ${secrets.seal(secret, totpPlace(id))}, '[]', ${Date.now()})`.execute(database.db);
  const { path } = await linkTo();
  const post = (form: Record<string, string>) =>
    house.product.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      payload: new URLSearchParams(form).toString(),
    });
  const first = await post({ account: 'carl', password: testPassword });
  expect([first.statusCode, first.headers['set-cookie']]).toEqual([200, undefined]);
  const stepOf = (body: string): string => /name="step" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const wrong = await post({ step: stepOf(first.body), code: '000000' });
  expect([wrong.statusCode, wrong.body.includes('The code is wrong or was used.')]).toEqual([403, true]);
  const form = { step: stepOf(wrong.body), code: await generate({ secret }) };
  const right = await post(form);
  expect([right.statusCode, right.headers['location']]).toEqual([303, path]);
  expect((await post(form)).statusCode).toBe(403);
  // A step that was not given out here asks for the account again.
  expect((await post({ step: `${form.step}x`, code: form.code })).body).toContain('name="account"');
});

test('The password of the app and one of the link; guesses are counted', async () => {
  const post = (path: string, password: string) =>
    house.product.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      payload: new URLSearchParams({ password }).toString(),
    });
  await openTo('password', 'open-sesame');
  const { path } = await linkTo();
  expect((await house.product.app.inject(path)).body).not.toContain('app.apk');
  const wrong = await post(path, 'sesame');
  expect([wrong.statusCode, wrong.headers['set-cookie'], wrong.body.includes('The password is wrong.')]).toEqual([403, undefined, true]);
  const right = await post(path, 'open-sesame');
  expect([right.statusCode, right.headers['location']]).toEqual([303, path]);
  const cookie = String(right.headers['set-cookie']).split(';')[0]!;
  expect(String(right.headers['set-cookie'])).toContain('HttpOnly; SameSite=Lax; Secure');
  expect((await house.product.app.inject({ url: path, headers: { cookie } })).body).toContain('app.apk');

  await openTo('anyone');
  const own = await linkTo({ password: 'of-the-link' });
  // What opened one link opens no other.
  expect((await house.product.app.inject({ url: own.path, headers: { cookie } })).body).not.toContain('app.apk');
  expect([own.hasPassword, (await post(own.path, 'of-the-link')).statusCode]).toEqual([true, 303]);
  let last = 0;
  for (let guess = 0; guess < 30 && last !== 429; guess += 1) last = (await post(own.path, `guess ${guess}`)).statusCode;
  expect(last).toBe(429);
});

test('A link that was changed is 404; revoked, used up or after its end 410, with the addresses that it gave', async () => {
  const { path, id } = await linkTo();
  const get = async (url: string): Promise<number> => (await house.product.app.inject(url)).statusCode;
  const fileOf = async (url: string): Promise<string> =>
    new URL(/href="([^"]+app\.apk)"/.exec((await house.product.app.inject(url)).body)![1]!).pathname;
  const file = await fileOf(path);
  expect([await get(path), await get(file)]).toEqual([200, 200]);
  // Each single character of the token counts, also one that a base64 reader would take for the same.
  for (const place of [9, 20, path.length - 1]) {
    const changed = path.slice(0, place) + (path[place] === 'A' ? 'B' : 'A') + path.slice(place + 1);
    expect([changed, await get(changed)]).toEqual([changed, 404]);
  }
  expect(await get(file.replace(/app\.apk$/, 'app.ipa'))).toBe(404);
  await house.wire.call(linkRevoke, { id });
  expect([await get(path), await get(file)]).toEqual([410, 410]);

  const once = await linkTo({ maxInstalls: 1 });
  const only = await fileOf(once.path);
  expect(await get(only)).toBe(200);
  expect((await house.product.app.inject({ url: only, headers: { range: 'bytes=100-' } })).statusCode).toBe(206);
  expect([await get(only), await get(once.path)]).toEqual([410, 410]);
  expect((await house.wire.call(linkList, { appId })).list.find((one) => one.id === once.id)?.installs).toBe(1);

  const short = await linkTo({ days: 1 });
  await house.product.database.pool.query('update install_link set until = until - 90000000 where id = $1', [short.id]);
  expect(await get(short.path)).toBe(410);
});

test('Versions that roll out are handed out by their own link alone', async () => {
  const next = await house.version(appId, '102');
  await house.wire.call(appRollout.start, { versionId: next, stages: [{ percent: 1 }] });
  const page = async (path: string): Promise<string> => (await house.product.app.inject(path)).body;
  expect(await page((await linkTo()).path)).toContain('1.0.1');
  expect(await page((await linkTo({ versionId: next })).path)).toContain('1.0.2');
  // Out for all, the page tells of the one before it where the app says so.
  await house.wire.call(appRollout.finish, { versionId: next });
  expect(await page((await linkTo()).path)).not.toContain('<details>');
  const { version } = await house.wire.call(app.get, { id: appId });
  await house.wire.call(app.update, { id: appId, version, showHistory: true });
  expect(await page((await linkTo()).path)).toMatch(/1\.0\.2[\s\S]*<details>[\s\S]*1\.0\.1<\/strong> 修复/);
});
