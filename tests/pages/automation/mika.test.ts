import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mikaAnswer, mikaSynonym } from '../../../src/modules/mika/common/knowledge.contract.ts';
import { scene, sceneGroup } from '../../../src/modules/mika/common/scene.contract.ts';
import { sessionGet } from '../../../src/modules/mika/common/session.contract.ts';
import { mikaPublish, mikaVersionList } from '../../../src/modules/mika/common/version.contract.ts';
import { noteMissed } from '../../../src/modules/mika/server/knowledge/note-missed.ts';
import { askMika } from '../../../src/modules/mika/server/talk/ask.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [groupId, ann] = ['', ''];
const at = (path: string): string => `${console_.product.origin}/mms_mika_manage/${path}`;
const db = () => console_.product.database.db;

/** What somebody says at a terminal, behind its session. */
const say = (text: string, sessionId?: string) =>
  askMika(console_.product.services, (work) => db().transaction().execute(work), {
    uid: ann,
    language: 'en_US',
    platform: 2,
    sessionId,
    clientId: crypto.randomUUID(),
    said: { text },
  });

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  ann = (await admin.call(employeeAdd, { account: 'ann', name: 'Ann', assignments: [{ departmentId: rootDepartmentId, primary: true }] }))
    .id;
  groupId = (await admin.call(sceneGroup.add, { name: { zh_CN: '行政', en_US: 'Office', ja_JP: '総務' } })).id;
  const shared = { groupId, ownerDeptId: rootDepartmentId };
  await admin.call(scene.add, {
    ...shared,
    code: 'canteen',
    name: { zh_CN: '食堂时间', en_US: 'Canteen hours', ja_JP: '食堂の時間' },
    kind: 'answer',
    phrases: { zh_CN: ['食堂几点开门'], en_US: ['when does the canteen open'] },
    target: { kind: 'answer', text: { zh_CN: '十一点', en_US: 'At eleven', ja_JP: '11 時です' } },
  });
  await admin.call(scene.add, {
    ...shared,
    code: 'human',
    name: { zh_CN: '人工', en_US: 'A person', ja_JP: '担当者' },
    kind: 'handover',
    phrases: { zh_CN: ['转人工'], en_US: ['talk to a person'] },
    handlers: [ann],
    target: { kind: 'handover' },
  });
  await admin.call(mikaAnswer.add, { name: 'wifi', questions: { en_US: ['wifi password'] }, answer: { zh_CN: '见公告' } });
  await admin.call(mikaSynonym.add, { word: 'canteen', same: ['cafeteria'] });
  await admin.call(mikaPublish, { note: 'first' });
  const first = await say('when does the canteen open');
  await sql`update mika_session set state = 'ended', ended_at = last_at, helped = 'yes' where id = ${first.sessionId}::uuid`.execute(db());
  await db()
    .transaction()
    .execute((tx) => noteMissed(tx, { key: 'k', text: 'where can I park', uid: ann, now: Date.now() }));
}, 180_000);
afterAll(() => console_?.stop());

for (const { language, theme, width } of looks())
  test(`Mika: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    await say('talk to a person');
    for (const [part, address, shown] of [
      ['scenes', 'scene_config', '.whk-open'],
      ['answers', 'scene_config?tab=answer', '.whk-open'],
      ['synonyms', 'scene_config?tab=synonym', '.whk-open'],
      ['missed', 'scene_config?tab=missed', 'text=where can I park'],
      ['settings', 'scene_config?tab=setting', 'input[id$=wakeWord]'],
      ['versions', 'scene_config?tab=version', '.whk-open'],
      ['sessions', 'session_manage', '.whk-open'],
      ['history', 'history', '.whk-open'],
    ] as const) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `mika-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A scene is written, tried and published; a missed sentence is attached', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('scene_config?add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name: English').fill('Parking');
  await form.getByLabel('Code', { exact: true }).fill('parking');
  await form.getByLabel('Group', { exact: true }).click();
  await page.locator('.ant-select-dropdown').getByText('Office').click();
  await form.getByLabel('Type', { exact: true }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Answer', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Phrases in English' }).fill('parking space\nI want a parking space');
  await form.getByRole('textbox', { name: 'Answer: Chinese' }).fill('找行政');
  await form.getByRole('textbox', { name: 'Answer: English' }).fill('Ask the office');
  await form.getByRole('button', { name: 'Add slot' }).click();
  await form.getByRole('button', { name: 'Remove slot 1' }).click();
  await form.getByLabel('Owner department').click();
  await page
    .locator('.ant-select-dropdown, .ant-tree-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-tree-title, .ant-select-item-option-content, [role=treeitem]')
    .first()
    .click();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mika-scene-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(scene.list, {})).list.map(({ code }) => code)).toContain('parking');
  await page.goto(at('scene_config'));
  const console = page.getByRole('complementary', { name: 'Test console' });
  await console.getByRole('textbox', { name: 'Sentence' }).fill('i want a parkin space');
  await console.getByRole('button', { name: 'Ask', exact: true }).click();
  await console.getByText('Ask the office').waitFor();
  await console.getByText('Similar phrase').click();
  await console.getByText('I want a parking space', { exact: false }).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mika-tested');
  await page.getByText('Parking', { exact: true }).first().click();
  await page.locator('.ant-drawer').getByText('parking space', { exact: false }).first().waitFor();
  await picture(page, 'mika-scene');
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(at('scene_config?tab=missed'));
  await page.getByRole('button', { name: 'Attach to scene' }).first().click();
  await page.locator('.ant-modal').getByRole('combobox').click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Parking').click();
  await page.locator('.ant-modal .ant-btn-primary').click();
  await page.getByText('Attached', { exact: true }).first().waitFor();
  await page.goto(at('scene_config?tab=version'));
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await page.locator('.ant-modal').getByText('Scene: Parking').waitFor();
  await page.locator('.ant-modal').getByLabel('Note').fill('Parking');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mika-publish');
  await page.locator('.ant-modal .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(mikaVersionList, {})).list[0]).toMatchObject({ no: 2, note: 'Parking' });
  expect((await say('where can I park')).answer.text).toBe('Ask the office');
  expect(complaints).toEqual([]);
  await context.close();
});

test('A waiting session is taken over, answered and given back; what was written is read with a reason', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const { sessionId } = await say('talk to a person');
  await page.goto(at(`session_manage?id=${sessionId}`));
  const drawer = page.locator('.ant-drawer').filter({ visible: true });
  await drawer.getByRole('button', { name: 'Take over' }).click();
  await drawer.getByText('Taken over by', { exact: false }).first().waitFor();
  await drawer.getByRole('textbox', { name: 'Reply to Ann' }).fill('I am on my way');
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await admin.call(sessionGet, { id: sessionId })).turns).toBe(3);
  expect(await drawer.locator('.mika-said').allTextContents()).toEqual(['Hidden']);
  await drawer.getByRole('button', { name: 'Read texts' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason for reading' }).fill('A complaint');
  await page.locator('.ant-modal .ant-btn-primary').click();
  await drawer.locator('.mika-said').getByText('talk to a person').waitFor();
  await drawer.getByText('I am on my way').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mika-session');
  await drawer.getByRole('button', { name: 'Give back' }).click();
  await expect.poll(async () => (await admin.call(sessionGet, { id: sessionId })).state).toBe('asking');
  await page.goto(at('history'));
  await page.locator('.whk-open').first().click();
  await page.locator('.ant-drawer').getByText('Exact phrase', { exact: false }).first().waitFor();
  await page.locator('.ant-drawer').getByRole('button', { name: 'Mark as wrong' }).first().click();
  await page.locator('.ant-drawer').getByText('Wrong', { exact: true }).waitFor();
  await picture(page, 'mika-history');
  expect(complaints).toEqual([]);
  await context.close();
});
