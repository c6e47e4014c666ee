import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/kit/common/language.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { adminRisk } from '../../src/kit/server/warning/kit-warnings.ts';
import { raiseWarning } from '../../src/kit/server/warning/open-warnings.ts';
import { policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { fileRule, whiteAdd } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../../src/modules/enterprise/common/segment-limit.contract.ts';
import { radarAdd, radarRecheck } from '../../src/modules/radar/common/radar.contract.ts';
import { serverAdd } from '../../src/modules/servers/common/server.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd, departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { warningList } from '../../src/modules/warnings/common/warning.contract.ts';
import { openSignedIn, openTestConsole, type ConsolePage, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { focusOn } from './keyboard.ts';

let console_: TestConsole;
let roleId = '';
const boe = '/customer_sys_boe_config';

beforeAll(async () => {
  console_ = await openTestConsole({ SESSIONS_PER_PERSON: '20' });
  const { product } = console_;
  const admin = new ConsoleClient(product.app, product.admin.token);
  const person = product.powerless.id;
  await admin.call(segmentLimit.add, { name: 'Office', segments: [{ value: '10.0.0.0/8' }] });
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

const opening = '#wh-main .whk-open';
/** Each governing page, and what stands on it once it was read; where that is a row, the row opens something. */
const pages: readonly [path: string, ready: string][] = [
  ['/sys_warning_manager', opening],
  ['/sys_warning_manager?tab=persons', opening],
  ['/customer_mcc_property', opening],
  ['/sys_sevo', '.ws-drawing svg, .ws-table'],
  ['/sys_sevo?tab=servers', opening],
  ['/sys_sevo?tab=platforms', '[role=tabpanel] button'],
  ['/sys_console_mail/sys_notice_mail', '.mail-servers input, .mail-servers button'],
  ['/sys_console_mail/sys_notice_mail?tab=templates', opening],
  ['/sys_license_manage', '.lic-state'],
  [`${boe}/segment_limit_file`, opening],
  [`${boe}/contact_limit`, opening],
  [`${boe}/submit_phone`, '.whk-settings .ant-form-item .ant-select'],
  [`${boe}/encryption_setting`, '.whk-table tbody tr'],
  [`${boe}/navigation_app_setting`, '.ts-entries li'],
  [`${boe}/customer_sys_file_manage_member/relate_user?roleId=`, '.whk-role .whk-table tbody tr'],
  [`${boe}/customer_sys_file_manage_member/relate_department?roleId=`, '.whk-role .whk-table tbody tr'],
  [`${boe}/customer_sys_file_manage_member/white_list?roleId=`, '.whk-role .whk-table tbody tr'],
  ['/sys_change_approval', '.whk-panel'],
  ['/sys_change_approval?tab=policy', opening],
  ['/sys_recycle_bin', opening],
  ['/sys_health_radar', opening],
  ['/sys_config_as_code', '[role=tabpanel] .whk-table tbody tr'],
  ['/sys_config_as_code?tab=export', '[role=tabpanel] :is(.whk-panel, .cac-form, .whk-state)'],
  ['/sys_resource', '.ant-tree-treenode:not([aria-hidden=true])'],
  ['/sys_authentication/role_user_manage', '.whk-table tbody tr'],
];

/** Marks what a mouse can work on the page; from then on the page itself notes where the focus was, until it leaves or begins again. */
const beginWalk = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const able = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]';
    const roles = '[role=button], [role=tab], [role=switch], [role=combobox], [role=checkbox], [role=link]';
    const main = document.querySelector<HTMLElement>('#wh-main')!;
    let count = 0;
    for (const one of main.querySelectorAll<HTMLElement>(`${able}, ${roles}`)) {
      const isThere = one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
      const isOff =
        one.matches(':disabled, [aria-disabled=true]') || one.closest('[inert], [aria-hidden=true], .ant-select-disabled') !== null;
      if (isThere && !isOff) one.dataset['reached'] = `no ${(count += 1)}`;
    }
    main.focus();
    main.dataset['steps'] = '0';
    let entered = false;
    const walk = new AbortController();
    const note = ({ target }: FocusEvent): void => {
      const one = target as HTMLElement;
      const isInside = main.contains(one);
      if (one.dataset['step'] || (entered && !isInside)) main.dataset['round'] = 'yes';
      entered ||= isInside;
      main.dataset['steps'] = String(Number(main.dataset['steps']) + 1);
      one.dataset['step'] ??= main.dataset['steps'];
      if (one.dataset['reached']) one.dataset['reached'] = 'yes';
    };
    document.addEventListener('focusin', note, { signal: walk.signal });
    window.endWalk = () => walk.abort();
    return count;
  });

declare global {
  interface Window {
    /** Ends the noting of the present walk. */
    endWalk?: () => void;
  }
}

/** Forgets the walk before: marks may stand on what the console draws again. */
const endWalk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.endWalk?.();
    for (const one of document.querySelectorAll<HTMLElement>('[data-reached], [data-step], [data-steps], [data-round]'))
      for (const mark of ['reached', 'step', 'steps', 'round']) delete one.dataset[mark];
  });

/** Presses Tab until the focus has been once round the page. */
async function walk(page: Page): Promise<boolean> {
  for (let steps = 0; steps < 400; steps += 20) {
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Tab');
    if ((await page.locator('#wh-main[data-round]').count()) > 0) return true;
  }
  return false;
}

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

/** Goes back by Tab to the first row, opens what it opens by Enter, and closes that again by Escape. */
async function openAndClose(page: Page): Promise<void> {
  const row = page.locator(opening).first();
  const isAt = (): Promise<boolean> => row.evaluate((one) => one === document.activeElement);
  await page.locator('#wh-main').focus();
  const steps = Number(await row.evaluate((one) => one.dataset['step']));
  for (let step = 0; step < steps - 2; step += 1) await page.keyboard.press('Tab');
  for (let step = 0; step < 10 && !(await isAt()); step += 1) await page.keyboard.press('Tab');
  expect(await isAt(), 'Tab leads to the first row').toBe(true);
  await page.keyboard.press('Enter');
  const over = page.locator('.ant-drawer-content-wrapper, .ant-modal').first();
  await over.waitFor();
  await focusOn(page.locator('.ant-drawer, .ant-modal-wrap, .ant-modal-root'));
  await page.keyboard.press('Escape');
  await over.waitFor({ state: 'hidden' });
  await focusOn(row);
}

// What the keyboard reaches is the same in every language: one is walked, `LOOKS=all` walks the others too.
describe.each(languages.filter((language) => language === 'en_US' || process.env['LOOKS'] === 'all'))(
  'By keyboard alone, %s',
  (language) => {
    let opened: ConsolePage;
    beforeAll(async () => {
      opened = await openSignedIn(console_, { language });
    }, 60_000);
    afterAll(() => opened.context.close());

    test.each(pages)('%s: all of it is reached, and what its rows open gives the focus back', async (path, ready) => {
      const { page, complaints } = opened;
      complaints.length = 0;
      await endWalk(page);
      await page.goto(`${console_.product.origin}${path}${path.endsWith('roleId=') ? roleId : ''}`);
      await page.locator(ready).first().waitFor();
      await expect.poll(() => page.locator('#wh-main [aria-busy=true]').count()).toBe(0);
      expect(await beginWalk(page)).toBeGreaterThan(0);
      expect(await walk(page), 'Tab leads once round the page').toBe(true);
      expect(await unreached(page)).toEqual([]);
      if (ready === opening) await openAndClose(page);
      expect(complaints).toEqual([]);
    });
  },
);
