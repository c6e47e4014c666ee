import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/kit/server/ids.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { commentList } from '../../../src/modules/public-fans/common/comment.contract.ts';
import { fanBlock, fanList } from '../../../src/modules/public-fans/common/fan.contract.ts';
import { fanTag } from '../../../src/modules/public-fans/common/tag.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
const people: string[] = [];
let [snoId, pushId] = ['', ''];

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const name = { zh_CN: '公司新闻', en_US: 'Company news', ja_JP: '社内ニュース' };
  snoId = (await admin.call(account.add, { name, code: 'news', ownerDeptId: rootDepartmentId })).id;
  for (const one of ['Ada', 'Ben', 'Cleo'])
    people.push(
      (await admin.call(employeeAdd, { account: one, name: one, assignments: [{ departmentId: rootDepartmentId, primary: true }] })).id,
    );
  const { db } = console_.product.database;
  const now = Date.now();
  for (const id of people)
    await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
      values (${newId()}::uuid, 1, ${now}, ${now}, ${snoId}::uuid, 'employee', ${id}::uuid, 'preset')`.execute(db);
  await admin.call(fanTag.add, { snoId, name: 'Experts' });
  await admin.call(fanTag.add, { snoId, name: 'Newcomers', kind: 'rule', newerThan: 30 });
  pushId = newId();
  const [articleId, policy] = [newId(), JSON.stringify({ mode: 'review', who: 'fans', closeAfterDays: 30, anonymousName: false })];
  const title = JSON.stringify({ zh_CN: '四月新闻', en_US: 'ItemEvents of April', ja_JP: '四月のニュース' });
  await sql`insert into push (id, sno_id, version, created_at, updated_at, kind, content_id, title, audience, state, stated_at, root_id, expected, impact,
      comment_policy, started_at)
    values (${pushId}::uuid, ${snoId}::uuid, 1, ${now}, ${now}, 'article', ${articleId}::uuid, ${title}::jsonb, '{}'::jsonb, 'finished', ${now},
      ${pushId}::uuid, 3, '{}'::jsonb, ${policy}::jsonb, ${now})`.execute(db);
  for (const [at, id] of people.entries()) {
    const readAt = at < 2 ? now - at * 7_200_000 : null;
    await sql`insert into push_target (push_id, employee_id, state, at, reached_at, read_at)
      values (${pushId}::uuid, ${id}::uuid, 1, ${now}, ${readAt}, ${readAt})`.execute(db);
    await sql`insert into push_comment (id, created_at, updated_at, push_id, sno_id, article_id, employee_id, text, state, held_because)
      values (${newId()}::uuid, ${now + at}, ${now}, ${pushId}::uuid, ${snoId}::uuid, ${articleId}::uuid, ${id}::uuid, ${`Comment ${at + 1}`}, 'waiting',
        'review')`.execute(db);
  }
  await sql`insert into push_like (push_id, article_id, employee_id, at) values (${pushId}::uuid, ${articleId}::uuid, ${people[0]}::uuid, ${now})`.execute(
    db,
  );
}, 180_000);
afterAll(() => console_.stop());

const places = () =>
  [
    ['fans', '/mpm_fans_management', '.whk-open'],
    ['fan', `/mpm_fans_management?id=${people[0]}&show=received`, '.ant-drawer .sno-lines'],
    ['tags', '/mpm_material_management/tag', '.whk-open'],
    ['tag form', '/mpm_material_management/tag?add=', '.whk-form input'],
    ['comments', `/mpm_message_management/push_detail/${pushId}/comment_list`, '.sno-comment'],
    ['likes', `/mpm_message_management/push_detail/${pushId}/likeclick_list`, '.whk-table, .whk-cards'],
    ['reads', `/mpm_message_management/push_detail/${pushId}/readhistory_list`, '.whk-table, .whk-cards'],
    ['unread', `/mpm_message_management/push_detail/${pushId}/readhistory_list?view=unread`, '.whk-table, .whk-cards'],
    ['log', '/mpm_sno_logs', '.whk-open'],
    ['replies', '/mpm_sno_logs?tab=reply', '.whk-state'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`Fans, readers and the log: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('Fans are tagged from the list, narrowed by the tag, and blocked; what was done stands in the log', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mpm_fans_management`);
  await page.getByRole('row', { name: /Ada/ }).getByRole('checkbox').check();
  await page.getByRole('row', { name: /Ben/ }).getByRole('checkbox').check();
  await page.locator('.whk-bulk').getByRole('button', { name: 'Add tags', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: 'Experts' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Add tags', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .locator('.sno-tag-list')
    .getByRole('button', { name: /^Experts/ })
    .click();
  await expect.poll(() => page.locator('.whk-table tbody .whk-open').count()).toBe(2);
  await page.goto(`${console_.product.origin}/mpm_material_management/tag`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.locator('.whk-form').filter({ visible: true });
  await form.getByLabel('Name', { exact: true }).fill('Quiet');
  await form.getByLabel('Type', { exact: true }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Rule' }).click();
  await form.getByLabel('Nothing read for (days)').fill('30');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(fanTag.list, { snoId, text: 'Quiet' })).list[0]?.fans).toBe(3);
  const [expert] = (await admin.call(fanTag.list, { snoId, text: 'Experts' })).list;
  expect((await admin.call(fanList, { snoId, tagId: expert!.id })).total).toBe(2);
  await admin.call(fanBlock, { snoId, empIds: [people[2]!], reason: 'spam' });
  await page.goto(`${console_.product.origin}/mpm_sno_logs?tab=subscription`);
  await page.getByText('spam').first().waitFor();
  await page.goto(`${console_.product.origin}/mpm_sno_logs`);
  await page.getByText('Experts').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('A comment that waits is shown, another is answered, and comments are closed', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mpm_message_management/push_detail/${pushId}`);
  await page.getByRole('heading', { name: 'ItemEvents of April' }).waitFor();
  await page.getByText('Comment 1').first().waitFor();
  await page
    .getByRole('row', { name: /Comment 1/ })
    .getByRole('checkbox')
    .check();
  await page.locator('.whk-bulk').getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(async () => (await admin.call(commentList, { pushId, state: 'shown' })).total).toBe(1);
  await page
    .getByRole('row', { name: /Comment 2/ })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.locator('.whk-actions').filter({ visible: true }).getByText('Reply', { exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByRole('textbox').fill('Thank you for asking');
  await dialog.locator('.ant-btn-primary').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Thank you for asking').first().waitFor();
  await page.getByRole('button', { name: 'Comment policy', exact: true }).click();
  const policy = page.getByRole('dialog').filter({ visible: true });
  await policy.getByLabel('Closes after').fill('7');
  expect(await faultsOf(page, { state: 'policy' })).toEqual([]);
  await policy.locator('.ant-btn-primary').click();
  await policy.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Close comments', exact: true }).click();
  await page.getByRole('dialog').filter({ visible: true }).locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await page.getByText('Comments are closed').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
