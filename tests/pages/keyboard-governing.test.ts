import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { adminRisk } from '../../src/kit/server/warning/kit-warnings.ts';
import { raiseWarning } from '../../src/kit/server/warning/open-warnings.ts';
import { policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { fileRule, whiteAdd } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimitAdd } from '../../src/modules/enterprise/common/segment-limit.contract.ts';
import { radarAdd, radarRecheck } from '../../src/modules/radar/common/radar.contract.ts';
import { serverAdd } from '../../src/modules/servers/common/server.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd, departmentRemove } from '../../src/modules/user-centre/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { warningList } from '../../src/modules/warnings/common/warning.contract.ts';
import { openConsolePage, openTestConsole, signInAt, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let roleId = '';
const boe = '/customer_sys_boe_config';

beforeAll(async () => {
  console_ = await openTestConsole({ SESSIONS_PER_PERSON: '20' });
  const { product } = console_;
  const admin = new ConsoleClient(product.app, product.admin.token);
  const person = product.powerless.id;
  await admin.call(segmentLimitAdd, { name: 'Office', segments: [{ value: '10.0.0.0/8' }] });
  const sides = { from: [{ kind: 'employee' as const, id: person }], to: [{ kind: 'everyone' as const }] };
  await admin.call(memberLimitAdd, { name: 'Apart', ownerDeptId: rootDepartmentId, ...sides });
  roleId = (await admin.call(fileRule.save, { name: 'Held', code: 'held' })).roleId;
  await admin.call(fileRule.assignEmployees, { roleId, ids: [person] });
  await admin.call(fileRule.assignDepartments, { roleId, ids: [rootDepartmentId] });
  await admin.call(whiteAdd, { roleId, ids: [person], reason: 'On the road' });
  await admin.call(sysRole.save, { name: 'Desk', code: 'desk' });
  await admin.call(noticePersonAdd, { employeeId: builtinAdminUid, channels: ['console'] });
  await admin.call(policySave, { name: 'By two', operations: ['@erase'], approverIds: [builtinAdminUid, person] });
  const addresses = [{ scheme: 'https' as const, host: 'im.example.com', port: 443 }];
  await admin.call(serverAdd, { name: 'IM', code: 'im', kind: 'im', addresses });
  const gone = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Gone' } })).id;
  await admin.call(departmentRemove, { ids: [gone] });
  await admin.call(radarAdd, { name: 'Domain example.com', dueAt: Date.now() + 4 * 86_400_000 });
  await admin.call(radarRecheck, {});
  const risk = { object: { kind: 'employee', id: 'e1', name: 'Zhang San' }, facts: { role: 'Super', by: 'admin', way: 'employee' } };
  await raiseWarning(product.database.db, adminRisk, risk);
  for (let look = 0; look < 60 && (await admin.call(warningList, {})).total === 0; look += 1) await sleep(500);
}, 180_000);
afterAll(() => console_.stop());

/** Each governing page with what stands on it once it was read; `opens`: its rows open something. */
const pages = (): readonly { path: string; ready: string; opens?: true }[] => [
  { path: '/sys_warning_manager', ready: '.whk-open', opens: true },
  { path: '/sys_warning_manager?tab=persons', ready: '.whk-open', opens: true },
  { path: '/customer_mcc_property', ready: '.whk-open', opens: true },
  { path: '/sys_sevo', ready: '.ws-drawing svg, .ws-table' },
  { path: '/sys_sevo?tab=servers', ready: '.whk-open', opens: true },
  { path: '/sys_sevo?tab=platforms', ready: '[role=tabpanel] button' },
  { path: '/sys_console_mail/sys_notice_mail', ready: '.mail-servers input, .mail-servers button' },
  { path: '/sys_console_mail/sys_notice_mail?tab=templates', ready: '.whk-open', opens: true },
  { path: '/sys_license_manage', ready: '.lic-state' },
  { path: `${boe}/segment_limit_file`, ready: '.whk-open', opens: true },
  { path: `${boe}/contact_limit`, ready: '.whk-open', opens: true },
  { path: `${boe}/submit_phone`, ready: '.whk-settings .ant-form-item .ant-select' },
  { path: `${boe}/encryption_setting`, ready: '.whk-table tbody tr' },
  { path: `${boe}/navigation_app_setting`, ready: '.ts-entries li' },
  { path: `${boe}/customer_sys_file_manage_member/relate_user?roleId=`, ready: '.whk-role .whk-table tbody tr' },
  { path: `${boe}/customer_sys_file_manage_member/relate_department?roleId=`, ready: '.whk-role .whk-table tbody tr' },
  { path: `${boe}/customer_sys_file_manage_member/white_list?roleId=`, ready: '.whk-role .whk-table tbody tr' },
  { path: '/sys_change_approval', ready: '.whk-panel' },
  { path: '/sys_change_approval?tab=policy', ready: '.whk-open', opens: true },
  { path: '/sys_recycle_bin', ready: '.whk-open', opens: true },
  { path: '/sys_health_radar', ready: '.whk-open', opens: true },
  { path: '/sys_config_as_code', ready: '[role=tabpanel] .whk-table tbody tr' },
  { path: '/sys_config_as_code?tab=export', ready: '.cac-form' },
  { path: '/sys_resource', ready: '.ant-tree-treenode' },
  { path: '/sys_authentication/role_user_manage', ready: '.whk-table tbody tr' },
];

/** Marks what can be worked on the page with a mouse, and answers how much that is. */
const mark = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const able = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]';
    const roles = '[role=button], [role=tab], [role=switch], [role=combobox], [role=checkbox], [role=link]';
    const main = document.querySelector('#wh-main');
    let count = 0;
    for (const one of main?.querySelectorAll<HTMLElement>(`${able}, ${roles}`) ?? []) {
      const isThere = one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
      const isOff =
        one.matches(':disabled, [aria-disabled=true]') || one.closest('[inert], [aria-hidden=true], .ant-select-disabled') !== null;
      if (isThere && !isOff) one.dataset['reached'] = `no ${(count += 1)}`;
    }
    return count;
  });

/** Where the focus is; notes that it was there. */
const visit = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement | null;
    if (!one || one === document.body) return 'body';
    if (one.dataset['reached']) one.dataset['reached'] = 'yes';
    one.dataset['step'] ??= String(Math.random());
    return one.dataset['step'];
  });

/** What a mouse reaches and the keyboard does not: neither by Tab nor, inside of something that has its own arrows, next to what Tab reaches. */
const unreached = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const round =
      '[role=tablist], [role=radiogroup], [role=tree], [role=grid], [role=menu], [role=menubar], [role=listbox], [role=toolbar]';
    const left = [...document.querySelectorAll<HTMLElement>('[data-reached^=no]')].filter((one) => {
      if (one.querySelector('[data-reached=yes]') || one.closest('[data-reached=yes]')) return false;
      if (one instanceof HTMLInputElement && one.type === 'radio')
        return document.querySelector(`input[type=radio][name="${one.name}"][data-reached=yes]`) === null;
      return !one.closest(round)?.querySelector('[data-reached=yes]');
    });
    const names = left.filter((one) => one.tabIndex >= 0 || !one.matches('[tabindex]')).map((one) => one.outerHTML.slice(0, 140));
    // What shows the hand of a mouse and is nothing that a keyboard knows.
    const able = 'a[href], button, input, select, textarea, label, summary, [tabindex], [data-reached]';
    const silent = [...document.querySelectorAll<HTMLElement>('#wh-main *')].filter(
      (one) =>
        one.getClientRects().length > 0 &&
        getComputedStyle(one).cursor === 'pointer' &&
        !one.closest(able) &&
        !one.querySelector(able) &&
        !one.closest('[role=tree], .ant-select, .ant-picker'),
    );
    return [...names, ...silent.map((one) => `only by mouse: ${one.outerHTML.slice(0, 140)}`)];
  });

/** Goes to the first row by Tab, opens what it opens, and closes that again; answers what went wrong. */
async function openAndClose(page: Page): Promise<string[]> {
  const row = page.locator('#wh-main .whk-open').first();
  const isAt = (): Promise<boolean> => row.evaluate((one) => one === document.activeElement);
  for (let step = 0; step < 400 && !(await isAt()); step += 1) await page.keyboard.press('Tab');
  if (!(await isAt())) return ['no Tab leads to its first row'];
  await page.keyboard.press('Enter');
  const over = page.locator('.ant-drawer-content-wrapper, .ant-modal').first();
  await over.waitFor();
  const inside = async (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.closest('.ant-drawer, .ant-modal-wrap, .ant-modal-root') !== null);
  const took = await within(inside);
  await page.keyboard.press('Escape');
  const closed = await over.waitFor({ state: 'hidden', timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!closed) return ['Escape does not close what its row opens'];
  const back = await within(isAt);
  return [...(took ? [] : ['what its row opens does not take the focus']), ...(back ? [] : ['the focus does not come back to its row'])];
}

async function within(check: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 30; look += 1) {
    if (await check()) return true;
    await sleep(100);
  }
  return false;
}

for (const language of ['zh_CN', 'en_US', 'ja_JP'] as const)
  test(
    `Every governing page by keyboard alone, in ${language}: all of it is reached, rows open and close`,
    { timeout: 300_000 },
    async () => {
      const { page, context, complaints } = await openConsolePage(console_, { language });
      await signInAt(page);
      const wrong: string[] = [];
      for (const { path, ready, opens } of pages()) {
        await page.goto(`${console_.product.origin}${path}${path.endsWith('roleId=') ? roleId : ''}`);
        await page.locator(ready).first().waitFor();
        await within(async () => (await page.locator('#wh-main [aria-busy=true]').count()) === 0);
        if ((await mark(page)) === 0) wrong.push(`${path}: nothing to be done here`);
        const steps = new Set<string>();
        for (let step = 0; step < 400; step += 1) {
          await page.keyboard.press('Tab');
          const at = await visit(page);
          if (steps.has(at)) break;
          steps.add(at);
        }
        wrong.push(...(await unreached(page)).map((one) => `${path}: ${one}`));
        if (opens) wrong.push(...(await openAndClose(page)).map((one) => `${path}: ${one}`));
      }
      expect(wrong).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
