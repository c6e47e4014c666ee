import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { authSettingAdd, authSettingTest } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { looks, openConsolePage, openSignedIn, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeSigningKey, startSaml, type SamlPeer } from '../peers/saml.ts';
import { startOidc, type OidcPeer } from '../peers/oidc.ts';
import { peopleDn, searchDn, searchPassword, startSlapd, type Slapd } from '../peers/slapd.ts';
import { freePort } from '../peers/free-port.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { forceEnabled } from '../sign-in/force.ts';

let slapd: Slapd;
let oidc: OidcPeer;
let saml: SamlPeer;
let samlId: string;
let console_: TestConsole;
const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-saml-'));
let wire: Wire;
let directoryId: string;

const client = { id: 'wheelhouse', secret: 'client-secret-1' };

beforeAll(async () => {
  slapd = await startSlapd([{ uid: 'alice', mail: ['alice@example.test'], password: 'alice-secret-1' }]);
  // The provider must know where the product will be.
  const port = await freePort();
  oidc = await startOidc({ ...client, callback: `http://127.0.0.1:${port}/api/login/callback/sso` });
  console_ = await openTestConsole({ ALLOWED_NETWORKS: [...slapd.allowed, oidc.allowed].join(','), PORT: String(port) });
  wire = wireOf(console_.product);
  await wire.employee('alice');
  ({ id: directoryId } = await wire.call(authSettingAdd, {
    kind: 'ldap',
    code: 'directory',
    name: { zh_CN: '公司目录', en_US: 'Company directory', ja_JP: '社内ディレクトリ' },
    ldap: {
      connection: {
        servers: [{ host: '127.0.0.1', port: slapd.tlsPort }],
        security: 'ldaps',
        ca: slapd.ca,
        bindDn: searchDn,
        baseDn: peopleDn,
      },
      lookup: { mode: 'search', filter: '(&(objectClass=inetOrgPerson)(uid={account}))', pattern: '' },
    },
    match: { attribute: 'uid', field: 'account' },
    secret: searchPassword,
  }));
  await wire.call(authSettingTest, { id: directoryId, account: 'alice', password: 'alice-secret-1' });
  await forceEnabled(console_.product, directoryId);
  const { id } = await wire.call(authSettingAdd, {
    kind: 'oidc',
    code: 'sso',
    name: { zh_CN: '统一认证', en_US: 'Single sign-on', ja_JP: 'シングルサインオン' },
    oidc: { issuer: oidc.issuer, clientId: client.id },
    match: { attribute: 'preferred_username', field: 'account' },
    secret: client.secret,
  });
  await forceEnabled(console_.product, id);
  // Under another name than the product, so that its form comes from another site.
  saml = await startSaml(makeSigningKey(folder, 'own'), 'localhost');
  ({ id: samlId } = await wire.call(authSettingAdd, {
    kind: 'saml',
    code: 'fed',
    name: { zh_CN: '联合认证', en_US: 'Federation', ja_JP: 'フェデレーション' },
    saml: { entryPoint: saml.entryPoint, idpIssuer: saml.issuer, certificates: saml.own.certificate },
    match: { attribute: 'nameId', field: 'account' },
  }));
  await forceEnabled(console_.product, samlId);
  saml.know(await (await fetch(`${console_.product.origin}/api/login/metadata/fed`)).text());
}, 180_000);
afterAll(async () => {
  await console_?.stop();
  await Promise.all([slapd?.stop(), oidc?.stop(), saml?.stop()]);
  rmSync(folder, { recursive: true });
});

const address = '/sys_login_authentication';
const views = (): [string, string, string][] => [
  ['settings', address, '.whk-table, .whk-cards'],
  ['policy', `${address}?tab=policy`, '.signin-rules'],
  ['app', `${address}?tab=app`, '.signin-app li'],
  ['preview', `${address}?tab=preview`, '.signin-preview .wh-button'],
  ['kinds', `${address}?add=`, '.signin-kinds'],
  ['wizard', `${address}?add=ldap`, '.whk-wizard input'],
  ['wizard-saml', `${address}?add=saml`, '.whk-wizard input'],
  ['wizard-cas', `${address}?add=cas`, '.whk-wizard input'],
  ['facts-saml', `${address}?id=${samlId}`, '.whk-facts'],
  ['facts', `${address}?id=${directoryId}`, '.whk-facts'],
  ['report', `${address}?id=${directoryId}&show=test`, '.signin-steps'],
];

for (const { language, theme, width } of looks())
  test(`Sign-in: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
    await page.locator('.wh-ways').waitFor();
    await picture(page, `login-${language}-${theme}-${width}`);
    expect(await faultsOf(page)).toEqual([]);
    await signInAt(page);
    for (const [name, view, ready] of views()) {
      await page.goto(console_.product.origin + view);
      await page.locator(ready).first().waitFor();
      await picture(page, `sign-in-${name}-${language}-${theme}-${width}`, true);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('who chooses the directory types its password and comes back to the page that was asked for', async () => {
  const { page, context } = await openConsolePage(console_);
  await page.getByRole('button', { name: 'Company directory' }).click();
  await page.locator('input[name=account]').fill('alice');
  await page.locator('input[autocomplete=current-password]').fill('not hers');
  await page.locator('button[type=submit]').click();
  await page.getByText('Incorrect account or password.').waitFor();
  await signInAt(page, 'alice', 'alice-secret-1');
  await expect.poll(() => page.getByRole('button', { name: /alice/ }).count()).toBe(1);
  await context.close();
});

test('who signs in at the provider is back where they wanted to be; who is unknown here reads why', async () => {
  oidc.user = { sub: 'sub-admin', claims: { preferred_username: 'admin' } };
  const { page, context } = await openConsolePage(console_);
  await page.goto(`${console_.product.origin}/sys_resource?code=muc_user_management`);
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.waitForURL('**/sys_resource?code=muc_user_management');
  await page.locator('.whk-versions').waitFor();
  // Signing out ends both sides: the session here at once, the one there on its own page.
  await page.locator('.wh-profile').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out there' }).click();
  await page.waitForURL(`${console_.product.origin}/login`);
  await page.locator('input[name=account]').waitFor();
  await context.close();
  oidc.user = { sub: 'sub-stranger', claims: { preferred_username: 'stranger' } };
  const other = await openConsolePage(console_);
  await other.page.getByRole('link', { name: 'Single sign-on' }).click();
  await other.page.getByText('This identity can’t sign in here. Ask your administrator.').waitFor();
  expect(new URL(other.page.url()).hash).toBe('');
  await other.page.locator('input[name=account]').waitFor();
  await other.context.close();
});

test('the form of a SAML provider at another site brings its person in, in this browser alone', async () => {
  saml.user = { nameId: 'admin', attributes: {} };
  const { page, context } = await openConsolePage(console_);
  await page.goto(`${console_.product.origin}/sys_resource?code=muc_user_management`);
  await page.getByRole('link', { name: 'Federation' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL('**/sys_resource?code=muc_user_management');
  await page.locator('.whk-versions').waitFor();
  expect(new URL(page.url()).origin).toBe(console_.product.origin);
  await context.close();
  const other = await openConsolePage(console_);
  await other.page.getByRole('link', { name: 'Federation' }).click();
  await other.page.getByRole('button', { name: 'Go on' }).waitFor();
  // What another browser began and brought this far opens nothing here.
  await other.context.clearCookies();
  await other.page.getByRole('button', { name: 'Go on' }).click();
  await other.page.getByText('This sign-in is no longer valid. Please begin again.').waitFor();
  expect(new URL(other.page.url()).pathname).toBe('/login');
  await other.context.close();
});

const fill = (page: Page, label: string, text: string): Promise<void> => page.getByLabel(label, { exact: true }).fill(text);

test('a directory is set up in steps, tried, enabled, and confirmed from a new session', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(console_.product.origin + address);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: /^LDAP/ }).click();
  await fill(page, 'Name: Chinese', '分公司目录');
  await fill(page, 'Code', 'branch');
  await page.getByRole('combobox', { name: 'Servers' }).fill(`127.0.0.1:${slapd.port}`);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'StartTLS' }).check();
  await fill(page, 'Trusted authorities', slapd.ca);
  await fill(page, 'Search base', peopleDn);
  await fill(page, 'Search account', searchDn);
  await fill(page, 'Password of the search account', 'wrong');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Map' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).last().click();
  await page.getByText('the search account was refused: check its name and password').first().waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await fill(page, 'Password of the search account', searchPassword);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await fill(page, 'Account', 'alice');
  await fill(page, 'Password', 'alice-secret-1');
  await page.getByRole('button', { name: 'Test', exact: true }).last().click();
  await page.getByText('Signed in as alice (alice)').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Chosen groups only' }).check();
  await page.getByRole('combobox', { name: 'Departments with all below' }).waitFor();
  await picture(page, 'sign-in-people', true);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Everyone' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Add the sign-in setting' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Account', { exact: true }).fill('alice');
  await drawer.getByLabel('Password', { exact: true }).fill('alice-secret-1');
  await drawer.getByRole('button', { name: 'Test', exact: true }).click();
  await drawer.getByText('Signed in as alice (alice)').waitFor();
  await drawer.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText(/The change of “分公司目录” is reverted automatically/).waitFor();
  await picture(page, 'sign-in-guard');
  const fresh = await openConsolePage(console_);
  await fresh.page.getByRole('button', { name: '分公司目录' }).waitFor();
  await signInAt(fresh.page);
  await fresh.page.goto(console_.product.origin + address);
  await fresh.page.getByRole('button', { name: 'Confirm sign-in change' }).click();
  await fresh.page.getByText(/is reverted automatically/).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await fresh.context.close();
  await context.close();
});
