import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPageAt, openTestConsole, picture, signInAt, type Look, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { testPassword } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';

let console_: TestConsole;
let wire: Wire;
let origin: string;

beforeAll(async () => {
  console_ = await openTestConsole();
  wire = wireOf(console_.product);
  // A passkey belongs to a name, not to an address.
  origin = console_.product.origin.replace('127.0.0.1', 'localhost');
}, 120_000);
afterAll(() => console_?.stop());

async function person(account: string): Promise<string> {
  const id = await wire.employee(account);
  await console_.product.setPassword(id);
  return id;
}
const openAt = (look: Look = {}) => openPageAt(console_.browser, `${origin}/login`, look);

/** Opens one's own factors from the profile menu. */
async function openFactors(page: Page): Promise<void> {
  await page.locator('.wh-profile').click();
  await page.getByRole('menuitem', { name: 'Second factor' }).click();
  await page.locator('.wh-factors').waitFor();
}

async function typePassword(page: Page, account: string): Promise<void> {
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[autocomplete=current-password]').fill(testPassword);
  await page.locator('button[type=submit]').click();
}

test('codes by an app: set up from the profile with the QR code, asked for at the next sign-in', async () => {
  await person('tess');
  const first = await openAt();
  await signInAt(first.page, 'tess');
  await openFactors(first.page);
  await first.page.getByRole('button', { name: 'Add' }).click();
  await first.page.getByRole('button', { name: /Authenticator app/ }).click();
  await first.page.locator('.wh-factor-qr svg').waitFor();
  await picture(first.page, 'factor-setup');
  expect(await faultsOf(first.page)).toEqual([]);
  const secret = (await first.page.locator('.wh-factor-qr code').innerText()).replaceAll(' ', '');
  const codeAt = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  await first.page.locator('input[name=otp]').fill(await codeAt(-1));
  await first.page.getByRole('button', { name: 'Finish' }).click();
  await first.page.locator('.wh-recovery').waitFor();
  const recovery = await first.page.locator('.wh-recovery li').allInnerTexts();
  expect(recovery).toHaveLength(10);
  await picture(first.page, 'factor-recovery');
  await first.page.getByRole('button', { name: 'I have kept them' }).click();
  await first.page.locator('.wh-factors li').waitFor();
  expect(await faultsOf(first.page)).toEqual([]);
  expect(first.complaints).toEqual([]);
  await first.context.close();

  const { page, context, complaints } = await openAt({ theme: 'dark', width: 390 });
  await typePassword(page, 'tess');
  await page.locator('input[name=otp]').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'factor-question-dark-390');
  await page.locator('input[name=otp]').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This was not accepted').waitFor();
  await page.locator('input[name=otp]').fill(await codeAt(1));
  await page.getByText('Trust this browser for 7 days').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  // A trusted browser is not asked again.
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.goto(`${origin}/login`);
  await signInAt(page, 'tess');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a passkey: made by the device, given by it at the next sign-in; without it nobody comes in', async () => {
  await person('pat');
  const { page, context, complaints } = await openAt();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await signInAt(page, 'pat');
  await openFactors(page);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: /Passkey/ }).click();
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.locator('.wh-recovery').waitFor();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.locator('.wh-factors li').waitFor();
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.goto(`${origin}/login`);
  await typePassword(page, 'pat');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  const line = await console_.product.database.db
    .selectFrom('login_log')
    .select('factor')
    .where('account', '=', 'pat')
    .where('event', '=', 'signIn')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
  expect(line.factor).toBe('passkey');
  await devtools.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials[0]!.credentialId,
  });
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.goto(`${origin}/login`);
  await typePassword(page, 'pat');
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  // The person gives none.
  await page.evaluate(() => {
    Object.defineProperty(navigator.credentials, 'get', { value: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was given').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('where a role asks for one, it is set up at the sign-in, and the console opens then', async () => {
  const id = await person('enid');
  const { db } = console_.product.database;
  const role = await db.selectFrom('role').select('id').where('preset', '=', 'audit').executeTakeFirstOrThrow();
  const member = { role_id: role.id, kind: 'employee' as const, object_id: id, since: Date.now(), until: null, by: null };
  await db.insertInto('role_member').values(member).execute();
  await db.insertInto('access_change').values({ at: Date.now() }).execute();
  const factor = { requiredRoleIds: [role.id], offered: true, kinds: ['totp'], trustedDays: 0 };
  await db
    .updateTable('authenticate')
    .set({ factor: JSON.stringify(factor) })
    .execute();
  await expect.poll(async () => (await console_.product.policy()).factor.requiredRoleIds).toEqual([role.id]);
  const { page, context, complaints } = await openAt({ language: 'zh_CN' });
  await typePassword(page, 'enid');
  await page.locator('.wh-factor-qr svg').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'factor-enrol-zh_CN');
  const secret = (await page.locator('.wh-factor-qr code').innerText()).replaceAll(' ', '');
  await page.locator('input[name=otp]').fill(await generate({ secret }));
  await page.locator('button[type=submit]').click();
  await page.locator('.wh-recovery').waitFor();
  await page.locator('.wh-recovery .wh-button').last().click();
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(complaints).toEqual([]);
  await context.close();
});
