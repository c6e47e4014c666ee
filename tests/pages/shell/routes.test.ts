import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleModules } from '../../../src/app/console-modules.ts';
import type { PageRoute } from '../../../src/kit/console/routes/page-route.ts';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { userManagement } from '../../../src/modules/people/common/permissions.ts';
import { openConsolePage, openSignedIn, openTestConsole, signInAt, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await openTestConsole({ SESSIONS_PER_PERSON: '20' });
  // Who loses the last right is signed out: one stays all the time.
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { roleId } = await admin.call(sysRole.save, { name: 'Stays', code: 'stays' });
  await admin.call(sysRole.saveResources, { roleId, version: 1, codes: [userManagement.code] });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
}, 120_000);
afterAll(() => console_.stop());

const routes = consoleModules.flatMap((module) => module.routes);
const named = (name: string | undefined): PageRoute | undefined => routes.find((one) => one.name === name);

/** Pages by which the console itself is governed, as they are known outside, with the page that each opens first. */
const governing: Readonly<Record<string, string | null>> = {
  '/sys_authentication': '/sys_authentication/role_manage/relate_user',
  '/sys_authentication/role_manage': '/sys_authentication/role_manage/relate_user',
  '/sys_authentication/role_manage/relate_user': null,
  '/sys_authentication/role_manage/relate_auth': null,
  '/sys_authentication/role_user_manage': null,
  '/sys_resource': null,
  '/sys_warning_manager': null,
  '/sys_login_authentication': null,
  '/customer_mcc_property': null,
  '/sys_sevo': null,
  '/sys_console_mail': '/sys_console_mail/sys_notice_mail',
  '/sys_console_mail/sys_notice_mail': null,
  '/sys_license_manage': null,
  '/customer_sys_boe_config': '/customer_sys_boe_config/segment_limit_file',
  '/customer_sys_boe_config/segment_limit_file': null,
  '/customer_sys_boe_config/contact_limit': null,
  '/customer_sys_boe_config/submit_phone': null,
  '/customer_sys_boe_config/encryption_setting': null,
  '/customer_sys_boe_config/navigation_app_setting': null,
  '/customer_sys_boe_config/customer_sys_file_manage_member': '/customer_sys_boe_config/customer_sys_file_manage_member/relate_user',
  '/customer_sys_boe_config/customer_sys_file_manage_member/relate_user': null,
  '/customer_sys_boe_config/customer_sys_file_manage_member/relate_group': null,
  '/customer_sys_boe_config/customer_sys_file_manage_member/relate_department': null,
  '/customer_sys_boe_config/customer_sys_file_manage_member/white_list': null,
  '/sys_change_approval': null,
  '/sys_recycle_bin': null,
  '/sys_health_radar': null,
  '/sys_config_as_code': null,
};

/** The code of a route; a frame shows nothing by itself, so that the codes of the pages that it opens first come along. */
const codesOf = (route: PageRoute): string[] => {
  const inside = named(route.defaultChild);
  return inside ? [route.code, ...codesOf(inside)] : [route.code];
};

test(
  'Every governing page opens with its code alone, a frame at its default page, and leads home without it',
  { timeout: 400_000 },
  async () => {
    const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
    const { roleId } = await admin.call(sysRole.save, { name: 'Routes', code: 'routes' });
    await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
    const give = async (codes: string[]): Promise<void> => {
      const { version } = await admin.call(sysRole.resources, { roleId });
      await admin.call(sysRole.saveResources, { roleId, version, codes });
    };
    const { page, context } = await openSignedIn(console_, {}, 'powerless');
    const open = async (path: string): Promise<void> => void (await page.goto(console_.product.origin + path));
    const at = (): string => new URL(page.url()).pathname;
    for (const [path, first] of Object.entries(governing)) {
      const route = routes.find((one) => one.path === path);
      expect(route, path).toBeDefined();
      await give([]);
      await open(path);
      await expect.poll(at, { message: `without ${route!.code}` }).toBe('/home');
      await give(codesOf(route!));
      await open(path);
      await expect.poll(at, { message: `with ${route!.code}` }).toBe(first ?? path);
      await page.locator('#wh-main').getByRole('heading').first().waitFor();
      expect(at()).toBe(first ?? path);
    }
    await context.close();
  },
);

test('Who is given a role sees its pages in the open console, without a click or a reload', async () => {
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { roleId } = await admin.call(sysRole.save, { name: 'Pages', code: 'pages' });
  const give = async (codes: string[]): Promise<void> => {
    const { version } = await admin.call(sysRole.resources, { roleId });
    await admin.call(sysRole.saveResources, { roleId, version, codes });
  };
  await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
  await give(['sys_resource']);
  const { page, context } = await openConsolePage(console_);
  await signInAt(page, 'powerless');
  const links = page.locator('.wh-menu nav');
  await links.getByRole('link', { name: 'Resources', exact: true }).waitFor();
  await give(['sys_recycle_bin', 'sys_health_radar']);
  // Nothing is clicked and nothing reloaded.
  await links.getByRole('link', { name: 'Recycle bin', exact: true }).waitFor();
  await expect.poll(() => links.getByRole('link', { name: 'Resources', exact: true }).count()).toBe(0);
  await context.close();
});
