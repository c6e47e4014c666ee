import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { uploadFile, type FileView } from '../../src/kit/common/files/file.contract.ts';
import { uploadForm } from '../../src/kit/server/files/upload-form.ts';
import { clientFeedbackAdd, clientFeedbackList, clientFileUpload } from '../../src/modules/app-feedback/common/client.contract.ts';
import { feedback } from '../../src/modules/app-feedback/common/feedback.contract.ts';
import { loginPageGet } from '../../src/modules/app-settings/common/document.contract.ts';
import { loginLink } from '../../src/modules/app-settings/common/login-link.contract.ts';
import { testRelease } from '../../src/modules/app-tests/common/test.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { clientUpgradeCheck } from '../../src/modules/apps/common/client.contract.ts';
import { appRollout, limitUserList } from '../../src/modules/apps/common/release.contract.ts';
import { appVersion, versionClone, versionOnline, versionReplace } from '../../src/modules/apps/common/version.contract.ts';
import { deviceCheckIn } from '../../src/modules/devices/common/client.contract.ts';
import { eraseList } from '../../src/modules/devices/common/erase.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId as ownerDeptId } from '../../src/modules/people/common/root.ts';
import { chooseIn, openSignedIn, openTestConsole, picture, type ConsolePage, type TestConsole } from '../browser.ts';
import { OfApp } from '../apps/apps-house.ts';
import { makeIpa } from '../apps/make-ipa.ts';
import { pixel } from '../../src/modules/app-pages/testing/tries.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let phone: OfApp;
let [appId, first, second, lin] = ['', '', '', ''];

async function versionOf(name: string): Promise<string> {
  const file = `orbit-${name}.apk`;
  const answer = await admin.app.inject({
    method: 'POST',
    url: `${addressOf(uploadFile)}?purpose=package`,
    headers: { accesstoken: admin.token },
    payload: uploadForm(file, readFileSync(path.join(import.meta.dirname, '..', 'apps', 'fixtures', file))),
  });
  const { fileId } = answer.json<{ data: FileView }>().data;
  return (await admin.call(appVersion.add, { appId, fileId, notes: { zh_CN: '修复', en_US: 'Fixes', ja_JP: '修正' } })).id;
}

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  ({ id: appId } = await admin.call(app.add, { name: { zh_CN: '轨道', en_US: 'Orbit' }, appKey: 'orbit', ownerDeptId }));
  [first, second] = [await versionOf('101'), await versionOf('102')];
  await admin.call(versionOnline, { ids: [first, second] });
  const assignments = [{ departmentId: ownerDeptId, primary: true }];
  ({ id: lin } = await admin.call(employeeAdd, { account: 'lin', name: 'Lin', assignments }));
  await product.setPassword(lin);
  const { db } = product.services.database;
  await sql`update bind_config set enabled = 1`.execute(db);
  await sql`update device_stamp set n = n + 1`.execute(db);
  phone = new OfApp(product.app, 2, { appkey: 'orbit', buildno: '101' });
  await phone.login('lin');
  await phone.call(deviceCheckIn, {});
  await phone.call(clientUpgradeCheck, { model: 'Pixel 8' });
}, 180_000);
afterAll(() => console_?.stop());

const info = (): string => `${console_.product.origin}/mam_app_management/mam_app_management_info/${appId}/orbit`;
const view = (id: string): string => `${console_.product.origin}/mam_app_management/mam_app_management_version_view/${appId}/${id}`;

/** A page opened by the administrator, looked at when it is left. */
async function at(address: string, name: string, work: (opened: ConsolePage) => Promise<void>): Promise<void> {
  const opened = await openSignedIn(console_);
  await opened.page.goto(address);
  await work(opened);
  await picture(opened.page, `apps-${name}`, true);
  expect([name, await faultsOf(opened.page, { state: name })]).toEqual([name, []]);
  expect(opened.complaints).toEqual([]);
  await opened.context.close();
}
const rollout = async () => (await admin.call(appRollout.get, { versionId: second })).rollout;

test('A rollout is planned, kept, started, halted, resumed and finished by clicks', () =>
  at(`${view(second)}/version_info`, 'rollout', async ({ page }) => {
    await page.getByRole('button', { name: 'Start rollout' }).click();
    const form = page.getByRole('group', { name: 'Start rollout' });
    await form.getByLabel('Share of each stage (%)').fill('5, 25, 100');
    await form.getByLabel('Hours at each stage').fill('12');
    await form.getByLabel('Crashes: at most').fill('2');
    await form.getByRole('button', { name: 'Save the plan' }).click();
    await expect.poll(async () => (await rollout())?.state).toBe('draft');
    await page.getByText('A plan is saved and not started.').waitFor();
    await page.getByRole('button', { name: 'Start rollout' }).click();
    await expect.poll(() => page.getByLabel('Share of each stage (%)').inputValue()).toBe('5, 25, 100');
    await page.getByRole('group', { name: 'Start rollout' }).getByRole('button', { name: 'Start rollout' }).click();
    await expect
      .poll(async () => {
        const { state, stages, gates } = (await rollout())!;
        return [state, stages.map(({ percent, minHours }) => [percent, minHours]), gates.crash];
      })
      .toEqual([
        'running',
        [
          [5, 12],
          [25, 12],
          [100, 12],
        ],
        2,
      ]);
    await page.getByRole('region', { name: 'Rollout' }).getByRole('button', { name: 'Halt' }).click();
    await expect.poll(async () => (await rollout())?.state).toBe('halted');
    const agreed = async (name: string): Promise<void> => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name }).or(page.getByRole('dialog').locator('.ant-btn-primary')).first().click();
    };
    await agreed('Resume');
    await expect.poll(async () => (await rollout())?.state).toBe('running');
    await agreed('Next stage');
    await expect.poll(async () => (await rollout())?.stageNo).toBe(1);
    await agreed('Finish at 100%');
    await expect.poll(async () => (await rollout())?.state).toBe('done');
  }));

test('Four files of three apps that are dropped together go each to its app, and one that nobody knows makes a new app', async () => {
  const ipaOf = (identity: string, build: string) => makeIpa({ identity, build, profile: { identity } });
  const [atlas, chart] = ['com.northwind.atlas', 'com.northwind.chart'];
  for (const [name, identity] of [
    ['Atlas', atlas],
    ['Chart', chart],
  ] as const)
    await admin.call(app.add, { name: { zh_CN: name, en_US: name }, ownerDeptId, platforms: [{ platform: 1, identity }] });
  await at(`${console_.product.origin}/mam_app_management/list`, 'dropped', async ({ page }) => {
    const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
    const files = [
      named('orbit-103.apk', readFileSync(path.join(import.meta.dirname, '..', 'apps', 'fixtures', 'orbit-103-rotated.apk'))),
      named('Atlas-1.ipa', await ipaOf(atlas, '1')),
      named('Atlas-2.ipa', await ipaOf(atlas, '2')),
      named('Chart.ipa', await ipaOf(chart, '1')),
    ];
    const panel = page.getByRole('region', { name: 'Upload packages' });
    const drop = async (all: typeof files): Promise<void> => {
      const given = all.map(({ name, buffer }) => ({ name, content: buffer.toString('base64') }));
      const dataTransfer = await page.evaluateHandle((them) => {
        const transfer = new DataTransfer();
        for (const { name, content } of them)
          transfer.items.add(new File([Uint8Array.from(atob(content), (sign) => sign.codePointAt(0)!)], name));
        return transfer;
      }, given);
      await panel.dispatchEvent('drop', { dataTransfer });
    };
    await drop(files);
    const card = (name: string) => panel.locator('article').filter({ hasText: name });
    for (const { name } of files) await card(name).getByText('Added as a version').waitFor();
    const { list } = await admin.call(appVersion.list, { pageSize: 100 });
    const builds = list.map(({ appName, buildNo }) => `${appName} ${buildNo}`);
    expect(builds).toEqual(expect.arrayContaining(['轨道 103', 'Atlas 1', 'Atlas 2', 'Chart 1']));
    await drop([named('broken.apk', Buffer.from('PK\u0003\u0004 nothing')), named('Other.ipa', await makeIpa())]);
    await card('broken.apk').getByText('Refused').waitFor();
    await card('Other.ipa').getByRole('button', { name: 'Add an app with it' }).click();
    await card('Other.ipa').getByText('Added as a version').waitFor();
    await expect
      .poll(async () =>
        (await admin.call(app.list, { platform: 1 })).list
          .flatMap(({ platforms }) => platforms.flatMap(({ identity }) => identity ?? []))
          .toSorted(),
      )
      .toEqual([atlas, chart, 'com.northwind.orbit']);
  });
});

test('Who has what is a tab of the versions, with its filter in the address', () =>
  at(`${info()}/version`, 'terminals', async ({ page }) => {
    await page.getByRole('tab', { name: 'Terminals' }).click();
    const row = page.locator('.whk-table tbody tr').filter({ hasText: 'Pixel 8' });
    await row.waitFor();
    expect(await row.innerText()).toContain('1.0.2');
    await page.getByLabel('Model or system').fill('Nothing of the kind');
    await expect.poll(() => row.count()).toBe(0);
    expect(page.url()).toContain('Nothing');
    await page.reload();
    await page.getByLabel('Model or system').fill('');
    await row.waitFor();
  }));

test('A minimum is forced once it is said who could not follow, and lifted again', () =>
  at(`${info()}/version`, 'minimum', async ({ page }) => {
    const form = page.getByRole('region', { name: 'Force a minimum build' });
    const minimums = async () => (await admin.call(app.get, { id: appId })).minimums.map(({ platform, buildNo }) => [platform, buildNo]);
    await form.getByLabel('Minimum build').fill('103');
    await form.getByLabel('From', { exact: true }).fill('2031-01-01 08:00:00');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText('Terminals below: 1. Could not follow: 1.').waitFor();
    await form.getByText('Lin · 101 · No version offered').waitFor();
    await form.getByRole('button', { name: 'Force', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Locked out until a version is offered to them: 1 terminals.').waitFor();
    await picture(page, 'apps-minimum-asked');
    await dialog.getByRole('button', { name: 'Force' }).click();
    await expect.poll(minimums).toEqual([[2, '103']]);
    await form.getByText(/at least 103 from/).waitFor();
    await picture(page, 'apps-minimum-set', true);
    await form.getByRole('button', { name: 'Lift the minimum' }).click();
    await dialog.getByRole('button', { name: 'Lift the minimum' }).click();
    await expect.poll(minimums).toEqual([]);
    await form.getByText(/at least 103 from/).waitFor({ state: 'detached' });
  }));

test('A clone without a package is given a page of a store', async () => {
  const { id } = await admin.call(versionClone, { id: first, platform: 8 });
  await at(`${view(id)}/version_info`, 'replace', async ({ page }) => {
    const form = page.getByRole('group', { name: 'Register a store version' });
    await form.getByLabel('Store address').fill('https://store.example/orbit');
    await form.getByLabel('Build').fill('103');
    await form.getByRole('button', { name: 'Register a store version' }).click();
    await expect.poll(async () => (await admin.call(appVersion.get, { id })).buildNo).toBe('103');
  });
});

test('Limit users are read from a file as a plan', () =>
  at(`${view(first)}/version_user`, 'limits', async ({ page }) => {
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('account\nlin\n') });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await admin.call(limitUserList, { versionId: first })).list.map(({ id }) => id)).toEqual([lin]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }));

test('Feedback with a picture is read, answered with a file and closed', async () => {
  const picture_ = await phone.call(clientFileUpload, { purpose: 'feedback', name: 'screen.png', content: pixel.toString('base64') });
  const word = { kind: 'fault' as const, text: 'The map stays white', fileIds: [picture_.fileId], model: 'Pixel 8', versionName: '1.0.1' };
  await phone.ask(clientFeedbackAdd, word, { token: phone.accessToken });
  await at(`${info()}/feedback`, 'feedback', async ({ page }) => {
    await page.getByRole('button', { name: 'The map stays white' }).or(page.getByText('The map stays white')).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'screen.png' }).waitFor();
    const chosen = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: 'Add file' }).click();
    await (await chosen).setFiles({ name: 'steps.txt', mimeType: 'text/plain', buffer: Buffer.from('1. update') });
    await drawer.getByText('steps.txt').waitFor();
    await drawer.getByLabel('Answer', { exact: true }).fill('Version 1.0.2 repairs it.');
    await drawer.locator('form.feedback-answer button[type=submit]').click();
    await drawer.getByText('Version 1.0.2 repairs it.').first().waitFor();
    await expect
      .poll(async () => (await phone.call(clientFeedbackList, {})).list[0]?.replies.map(({ text, files }) => [text, files.length]))
      .toEqual([['Version 1.0.2 repairs it.', 1]]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for The map stays white' }).first().click();
    await page.locator('.ant-popover:visible').getByRole('button', { name: /Close/ }).click();
    await expect.poll(async () => (await admin.call(feedback.list, { appId })).list[0]?.state).toBe('closed');
  });
});

test('A login page is written, saved and published, and a link is added', () =>
  at(`${info()}/config/login_page`, 'login-page', async ({ page }) => {
    await page.locator('#login-page-title').or(page.locator('fieldset input').first()).first().fill('Welcome');
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await admin.call(loginPageGet, { appId })).version).toBe(1);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').locator('.ant-btn-primary').click();
    await expect.poll(async () => (await admin.call(loginPageGet, { appId })).published?.title?.zh_CN).toBe('Welcome');
    await page
      .getByRole('button', { name: 'Add', exact: true })
      .or(page.getByRole('button', { name: /Add link/ }))
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.locator('input[type=text], input:not([type])').first().fill('帮助');
    await drawer.getByPlaceholder('https://').fill('https://help.example.com');
    await chooseIn(drawer.getByRole('combobox', { name: /Type/ }), 'Help');
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(async () => (await admin.call(loginLink.list, { appId })).list.map(({ address }) => address))
      .toEqual(['https://help.example.com']);
    await page.getByRole('dialog', { name: '帮助' }).getByText('https://help.example.com').waitFor();
  }));

test('A version is given to testers and ends by a click', async () => {
  const { id: versionId } = await admin.call(versionClone, { id: first, channel: 'beta' });
  const content = { storeUrl: 'https://store.example/orbit', versionName: '1.1', buildNo: '110' };
  await admin.call(versionReplace, { id: versionId, version: 1, content });
  const testers = [{ kind: 'employee' as const, id: lin }];
  await admin.call(testRelease.add, { name: 'Offline drafts', versionId, testers, until: Date.now() + 86_400_000 });
  await at(`${console_.product.origin}/mam_app_management_test/orientation`, 'orientation', async ({ page }) => {
    const row = page.locator('.whk-table tbody tr').filter({ hasText: 'Offline drafts' });
    const actions = row.getByRole('button', { name: 'Actions for Offline drafts' });
    await actions.click();
    await page
      .locator('.ant-popover:visible')
      .getByRole('button', { name: /See as tester/ })
      .click();
    const preview = page.getByRole('dialog');
    await preview.waitFor();
    await preview.getByRole('button', { name: 'Close' }).first().click();
    await preview.waitFor({ state: 'hidden' });
    await actions.click();
    await page
      .locator('.ant-popover:visible')
      .getByRole('button', { name: /End test/ })
      .click();
    await page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
    await expect.poll(async () => (await admin.call(testRelease.list, {})).list[0]?.state).toBe('ended');
  });
});

test('The data of an app is erased from its list, and the order stands in its records and among the devices', () =>
  at(`${console_.product.origin}/mam_app_management/list`, 'erase', async ({ page }) => {
    const row = page.locator('.whk-table tbody tr').filter({ has: page.locator('code', { hasText: /^orbit$/ }) });
    await row.getByRole('button', { name: 'Actions for Orbit' }).click();
    await page
      .locator('.ant-popover:visible')
      .getByRole('button', { name: /Erase app data/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Erase the data of Orbit' });
    await dialog.getByRole('combobox').first().fill('lin');
    await page.locator('.ant-select-dropdown:visible').getByText('Lin').first().click();
    await dialog.getByLabel('Reason (10 characters or more)').fill('The phone was lost in a train');
    const label = await dialog.locator('label').filter({ hasText: 'to confirm' }).innerText();
    await dialog
      .locator('label')
      .filter({ hasText: 'to confirm' })
      .locator('input')
      .fill(/“(.+)”/.exec(label)![1]!);
    await dialog.getByRole('button', { name: 'Order the erasure' }).click();
    await expect.poll(async () => (await admin.call(eraseList, {})).list[0]).toMatchObject({ origin: 'application', appId: 'orbit' });
    const records = page.getByRole('region', { name: 'Erase records' });
    await records.getByText('About to start').waitFor();
    await records.getByRole('button', { name: /Stop an erasure/ }).click();
    await page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
    await expect.poll(async () => (await admin.call(eraseList, {})).list[0]?.state).toBe('cancelled');
  }));
