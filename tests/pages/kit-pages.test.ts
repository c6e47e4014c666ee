import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { looks, openSignedIn, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { openKitConsole } from '../kit-pages/open-kit-console.ts';
import { kitPages } from '../kit-pages/routes.ts';

let console_: TestConsole;
const ids: string[] = [];

beforeAll(async () => {
  console_ = await openKitConsole();
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  for (const name of ['研发中心', '市场部', '财务部', '人力资源部'])
    ids.push((await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name }, code: `D${ids.length}` })).id);
}, 180_000);
afterAll(() => console_?.stop());

for (const { language, theme, width } of looks())
  test(`The parts of the page kit: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `kit-${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    const go = (address: string): Promise<unknown> => page.goto(console_.product.origin + address);
    expect(kitPages.routes.map(({ path }) => path)).toContain('/kit_crud');
    await go('/kit_crud');
    await page.locator('.whk-open').first().waitFor();
    await look('crud');
    await go(`/kit_crud?id=${ids[1]}`);
    await page.locator('.ant-drawer .whk-facts').waitFor();
    await look('crud-object');
    await go('/kit_crud?add');
    await page.locator('.ant-drawer .whk-form').waitFor();
    await look('crud-add');
    expect(complaints).toEqual([]);
    await context.close();
  });
