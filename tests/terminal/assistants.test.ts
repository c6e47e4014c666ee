import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { menuGet } from '../../src/kit/console/boot/session-wire.ts';
import * as groupCalls from '../../src/modules/groups/common/client.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { assistant, assistantReset, assistantStatistics } from '../../src/modules/robots/common/assistant/assistant.contract.ts';
import * as own from '../../src/modules/robots/common/assistant/client.contract.ts';
import { robot, robotGroupAdd } from '../../src/modules/robots/common/company/robot.contract.ts';
import { companyRobotService, robotService } from '../../src/modules/robots/common/permissions.ts';
import { mrmExplain, mrmResources, mrmRole, mrmSaveResources } from '../../src/modules/robots/common/role/role.contract.ts';
import { robotSchedule, schedulePause, scheduleNext, scheduleRunNow } from '../../src/modules/robots/common/schedule/schedule.contract.ts';
import {
  robotCompanies,
  robotSettingGet,
  robotSettingTest,
  robotSettingUpdate,
} from '../../src/modules/robots/common/setting/setting.contract.ts';
import { deliverDigests, deliverReminders } from '../../src/modules/robots/server/assistant/due.ts';
import { mrmFunctions, robotSettings } from '../../src/modules/robots/server/public.ts';
import { everyoneRoleId } from '../../src/modules/robots/server/role/mrm-functions.ts';
import { runDue } from '../../src/modules/robots/server/schedule/due.ts';
import { codeOf, House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

const ordinary = '00000000-0000-7000-8000-000000000311';
const dayMillis = 86_400_000;
const hourMillis = 3_600_000;

let house: House;
let [north, south, office] = ['', '', ''];
let [ann, bob, eve] = ['', '', ''];
let phones: Record<'ann' | 'bob' | 'eve', TestTerminal>;

const company = async (name: string): Promise<string> =>
  (await house.boss.call(departmentAdd, { parentId: rootDepartmentId, kind: 'company', name: { zh_CN: name, en_US: name } })).id;

async function phoneOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const { rows } = await house.product.database.pool.query<{ account: string }>('select account from employee where id = $1', [uid]);
  const phone = new TestTerminal(house.product.app);
  await phone.login(rows[0]!.account);
  return phone;
}

beforeAll(async () => {
  house = await House.open();
  [north, south] = [await company('North'), await company('South')];
  office = await house.department('North office', north);
  [ann, bob, eve] = [await house.person([office], 'Ann'), await house.person([office], 'Bob'), await house.person([south], 'Eve')];
  phones = { ann: await phoneOf(ann), bob: await phoneOf(bob), eve: await phoneOf(eve) };
}, 180_000);
afterAll(() => house.stop());

const write = async (from: TestTerminal, peerId: string, text: string) =>
  from.call(im.clientSend, { message: { kind: 'text', peerId, clientId: randomUUID(), body: { text }, mentions: [] } });

/** Texts of somebody in a conversation. */
const saidBy = async (phone: TestTerminal, conversationId: string, uid: string): Promise<unknown[]> =>
  (await phone.call(im.clientHistory, { conversationId })).messages
    .filter(({ senderId }) => senderId === uid)
    .map(({ body }) => body?.['text']);

/** How many messages of somebody stand in a conversation; asked of the database, because terminals may not ask that often. */
const countBy = async (conversationId: string, uid: string): Promise<number> => {
  const sql = 'select from im_message where conversation_id = $1 and sender_id = $2';
  return (await house.product.database.pool.query(sql, [conversationId, uid])).rowCount ?? 0;
};
/** How often an assistant acted. */
const acted = async (uid: string, action: string): Promise<number> => {
  const sql = 'select n from assistant_action where employee_id = $1 and action = $2';
  return (await house.product.database.pool.query<{ n: number }>(sql, [uid, action])).rows[0]?.n ?? 0;
};

const away = (more: Record<string, unknown> = {}) => ({
  from: Date.now() - hourMillis,
  until: Date.now() + dayMillis,
  text: { zh_CN: '我在休假', en_US: 'On leave' },
  ...more,
});
const changeOf = (phone: TestTerminal, input: Parameters<typeof phone.call<typeof own.clientAssistantUpdate>>[1]) =>
  phone.call(own.clientAssistantUpdate, input);

test('24: an absence answers each person once a day, names who stands in, and ends at once', async () => {
  expect(await phones.ann.call(own.clientAssistantGet, {})).toMatchObject({ enabled: true, on: true, away: null, reminders: [] });
  await changeOf(phones.ann, { functions: ['awayReply', 'reminder'], away: away({ substituteId: bob }) });
  const { conversationId } = await write(phones.eve, ann, 'Hello');
  await expect.poll(() => countBy(conversationId, ann)).toBe(1);
  expect((await saidBy(phones.eve, conversationId, ann))[0]).toMatch(/我在休假[\s\S]*Bob/);
  await write(phones.eve, ann, 'Hello again');
  const other = await write(phones.bob, ann, 'Are you there?');
  // The answer to Bob comes after whatever would have been said to Eve.
  await expect.poll(() => countBy(other.conversationId, ann)).toBe(1);
  expect(await countBy(conversationId, ann)).toBe(1);
  // Two who are away answer each other once, not for ever.
  await changeOf(phones.bob, { functions: ['awayReply'], away: away() });
  await write(phones.ann, bob, 'Back for a moment');
  await expect.poll(() => countBy(other.conversationId, bob)).toBe(2);
  await changeOf(phones.bob, { away: null });
  // Colleagues only: somebody of another department is not answered, a colleague is.
  await changeOf(phones.ann, { away: away({ to: 'colleagues' }) });
  await write(phones.eve, ann, 'Anybody?');
  await write(phones.bob, ann, 'Me again');
  await expect.poll(() => countBy(other.conversationId, ann)).toBe(3);
  expect(await countBy(conversationId, ann)).toBe(1);
  await changeOf(phones.ann, { away: null });
});

test('a keyword is answered, in groups nobody is', async () => {
  await changeOf(phones.eve, {
    functions: ['keywordReply'],
    keywordReplies: [{ match: 'contains', words: 'WiFi', text: 'guest / hello' }],
  });
  const { conversationId } = await write(phones.bob, eve, 'What is the wifi password?');
  await expect.poll(() => countBy(conversationId, eve)).toBe(1);
  expect(await saidBy(phones.bob, conversationId, eve)).toEqual(['【自动回复】guest / hello']);
  const group = await phones.bob.call(groupCalls.clientGroupAdd, { typeId: ordinary, name: 'Team', people: [ann, eve] });
  await phones.bob.call(im.clientSend, {
    message: { kind: 'text', conversationId: group.conversationId!, clientId: randomUUID(), body: { text: 'wifi?' }, mentions: [] },
  });
  await write(phones.ann, eve, 'wifi please');
  await expect
    .poll(async () => (await house.boss.call(assistantStatistics, {})).actions.find(({ action }) => action === 'keywordReply')?.n)
    .toBe(2);
  expect(await saidBy(phones.bob, group.conversationId!, eve)).toEqual([]);
});

test('a reminder comes once, over two processes, and again the next day; a digest tells of unread messages', async () => {
  const id = randomUUID();
  const at = Date.now() + hourMillis;
  const added = await phones.ann.call(own.clientReminderAdd, { id, text: 'Call the bank', at, repeat: 'daily' });
  expect(await phones.ann.call(own.clientReminderAdd, { id, text: 'Call the bank', at, repeat: 'daily' })).toEqual(added);
  expect(await phones.ann.ask(own.clientReminderAdd, { id: randomUUID(), text: 'Too late', at: 1, repeat: 'none' })).toMatchObject({
    code: 10400,
  });
  const { pool } = house.product.database;
  const { rows } = await pool.query<{ text: string }>('select text from assistant_reminder where id = $1', [id]);
  expect(rows[0]!.text).not.toContain('bank');
  await pool.query('update assistant_reminder set at = $2, next_at = $2 where id = $1', [id, Date.now() - 1000]);
  await Promise.all([deliverReminders(house.product.services), deliverReminders(house.product.services)]);
  const notices = async (phone: TestTerminal, title: string) => {
    const { list } = await phone.call(im.clientConversations, {});
    const chat = list.find(({ kind }) => kind === 'system');
    if (!chat) return [];
    const { messages } = await phone.call(im.clientHistory, { conversationId: chat.id });
    return messages.filter(({ body }) => body?.['title'] === title).map(({ body }) => body?.['text']);
  };
  await expect.poll(() => acted(ann, 'reminder')).toBe(1);
  expect(await notices(phones.ann, '提醒')).toEqual(['Call the bank']);
  const { reminders } = await phones.ann.call(own.clientAssistantGet, {});
  expect(reminders[0]!.nextAt).toBeGreaterThan(Date.now() + dayMillis - hourMillis);
  expect(await phones.bob.call(own.clientReminderRemove, { id })).toEqual({ removed: false });
  expect(await phones.ann.call(own.clientReminderRemove, { id })).toEqual({ removed: true });
  await changeOf(phones.ann, {
    functions: ['digest', 'reminder'],
    digest: { time: '09:00', days: [1, 2, 3, 4, 5, 6, 7], parts: ['unread', 'todos'] },
  });
  await pool.query('update assistant set digest_next_at = 1 where employee_id = $1', [ann]);
  await Promise.all([deliverDigests(house.product.services), deliverDigests(house.product.services)]);
  await expect.poll(() => acted(ann, 'digest')).toBe(1);
  expect(await notices(phones.ann, '今日摘要')).toHaveLength(1);
});

test('administrators see functions and counts and never texts; disabled, nothing is changed or said', async () => {
  const { list } = await house.boss.call(assistant.list, { text: 'Ann' });
  expect(list).toMatchObject([{ employeeId: ann, employeeName: 'Ann', functions: ['digest', 'reminder'], reminders: 0 }]);
  const [{ id, version }] = list as [(typeof list)[number]];
  await house.boss.call(assistant.update, { id, version, functions: ['reminder'] });
  await phones.ann.call(own.clientReminderAdd, { id: randomUUID(), text: 'A secret plan', at: Date.now() + hourMillis });
  const detail = await house.boss.call(assistant.get, { id });
  expect(detail).toMatchObject({ reminders: 1, functions: ['reminder'] });
  expect(JSON.stringify(detail)).not.toContain('secret plan');
  await house.boss.call(assistant.disable, { ids: [id] });
  expect(await phones.ann.ask(own.clientAssistantUpdate, { on: false })).toMatchObject({ code: 10412 });
  expect(await phones.ann.call(own.clientAssistantGet, {})).toMatchObject({ enabled: false });
  await house.boss.call(assistant.enable, { ids: [id] });
  await house.boss.call(assistantReset, { ids: [id] });
  expect(await phones.ann.call(own.clientAssistantGet, {})).toMatchObject({
    reminders: [],
    functions: ['mailHint', 'mika', 'reminder', 'todoHint'],
  });
  await house.boss.call(assistant.delete, { ids: [id] });
  expect((await house.boss.call(assistant.list, { text: 'Ann' })).list).toEqual([]);
});

test('23: roles of module mrm add up, the largest number counts, and explain names what is missing', async () => {
  const before = await mrmFunctions(house.product.services, bob);
  expect([before.functions.has('assistant.use'), before.functions.has('robot.create'), before.limits.robots]).toEqual([true, false, 5]);
  const { roleId } = await house.boss.call(mrmRole.save, { name: 'Makers', code: 'makers' });
  const { version } = await house.boss.call(mrmResources, { roleId });
  await house.boss.call(mrmSaveResources, {
    roleId,
    version,
    functions: ['robot.create'],
    limits: { robots: 12, schedules: null, commandsPerRobot: null, callsPerDay: 10 },
  });
  expect(await house.boss.call(mrmExplain, { empId: bob })).toMatchObject({
    functions: expect.arrayContaining([expect.objectContaining({ code: 'robot.create', allowed: false, wouldGive: ['Makers'] })]),
  });
  await house.boss.call(mrmRole.assignDepartments, { roleId, ids: [north] });
  const after = await mrmFunctions(house.product.services, bob);
  expect([after.functions.has('robot.create'), after.limits.robots, after.limits.callsPerDay]).toEqual([true, 12, 2000]);
  expect((await mrmFunctions(house.product.services, eve)).functions.has('robot.create')).toBe(false);
  // What everybody has is taken from everybody, at once.
  const everyone = await house.boss.call(mrmResources, { roleId: everyoneRoleId });
  await house.boss.call(mrmSaveResources, { roleId: everyoneRoleId, version: everyone.version, functions: ['mika.use'] });
  expect(await phones.bob.ask(own.clientAssistantGet, {})).toMatchObject({ code: 65002 });
  await house.boss.call(mrmSaveResources, { roleId: everyoneRoleId, version: everyone.version + 1, functions: everyone.functions });
  expect(await phones.bob.call(own.clientAssistantGet, {})).toMatchObject({ on: true });
});

test('29: who governs one company sees its assistants and settings alone, by the codes of the second frame, and can only narrow', async () => {
  for (const phone of [phones.ann, phones.eve]) await phone.call(own.clientAssistantGet, {});
  const second = companyRobotService;
  const { client } = await house.administrator({
    codes: [
      second.persional.code,
      second.persional.button.disable,
      second.persional.button.export,
      second.commonSetting.code,
      second.commonSetting.button.save,
      second.commonSetting.button.test,
      second.roleAuth.code,
      second.roleAuth.button.add,
    ],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const listed = (await client.call(assistant.list, {})).list.map(({ employeeId }) => employeeId);
  expect([listed.includes(ann), listed.includes(eve)]).toEqual([true, false]);
  const all = (await house.boss.call(assistant.list, {})).list;
  const [hers, theirs] = [ann, eve].map((uid) => all.find(({ employeeId }) => employeeId === uid)!.id);
  expect(await codeOf(client, assistant.disable, { ids: [theirs!] })).toBe(10910);
  expect(await codeOf(client, assistant.disable, { ids: [hers!] })).toBe(0);
  expect(await codeOf(client, assistant.enable, { ids: [hers!] })).toBe(65002);
  await house.boss.call(assistant.enable, { ids: [hers!] });
  // The menu shows the second frame's pages, and none of the first.
  const shown = JSON.stringify(await client.call(menuGet as never, {} as never));
  expect([shown.includes(`"${second.persional.code}"`), shown.includes(`"${robotService.persional.code}"`)]).toEqual([true, false]);
  expect((await client.call(robotCompanies, {})).list.map(({ id }) => id)).toEqual([north]);
  // Settings: narrower is taken, wider and those of the site or of another company are refused.
  const before = await client.call(robotSettingGet, { companyDeptId: north });
  expect(before).toMatchObject({ id: null, version: 0, maxPerPerson: null, effective: { maxPerPerson: 5, rate: 20 } });
  const wider = await client.ask(robotSettingUpdate, { companyDeptId: north, version: 0, maxPerPerson: 9 });
  expect(wider).toMatchObject({ code: 10400, data: { issues: [{ path: 'maxPerPerson' }] } });
  const saved = await client.call(robotSettingUpdate, { companyDeptId: north, version: 0, maxPerPerson: 2, approveNew: true });
  expect(saved).toMatchObject({
    version: 1,
    effective: { maxPerPerson: 2, approveNew: true, rate: 20 },
    origins: { maxPerPerson: { companyDeptId: north }, rate: { companyDeptId: null } },
  });
  expect(await codeOf(client, robotSettingUpdate, { version: 1, maxPerPerson: 1 })).toBe(10910);
  expect(await codeOf(client, robotSettingUpdate, { companyDeptId: south, version: 0, maxPerPerson: 1 })).toBe(10910);
  expect(await codeOf(client, robotSettingUpdate, { companyDeptId: office, version: 0, maxPerPerson: 1 })).toBe(10400);
  expect(await robotSettings(house.product.services, office)).toMatchObject({ maxPerPerson: 2, approveNew: true });
  expect(await robotSettings(house.product.services, south)).toMatchObject({ maxPerPerson: 5, approveNew: false });
  // The site becomes stricter than the company: the narrower of both holds.
  const site = await house.boss.call(robotSettingGet, {});
  await house.boss.call(robotSettingUpdate, { version: site.version, maxPerPerson: 1 });
  expect(await robotSettings(house.product.services, office)).toMatchObject({ maxPerPerson: 1 });
  expect(await client.call(robotSettingTest, { companyDeptId: north, maxPerPerson: 0 })).toMatchObject({ robots: 0, owners: 0 });
  await house.boss.call(robotSettingUpdate, { version: site.version + 1, maxPerPerson: 5 });
  expect(await codeOf(house.boss, robotSettingUpdate, { version: site.version + 2, rate: null })).toBe(10400);
});

test('21: a schedule posts once with two processes, not on a holiday; by hand it posts once more; five failures pause it', async () => {
  const group = await phones.bob.call(groupCalls.clientGroupAdd, { typeId: ordinary, name: 'Morning', people: [ann, eve] });
  const made = await house.boss.call(robot.add, { name: { zh_CN: '早报' }, code: 'morning', companyDeptId: south, ownerId: bob });
  await house.boss.call(robotGroupAdd, { robotId: made.id, groupIds: [group.id] });
  const draft = {
    robotId: made.id,
    name: 'Morning',
    cron: '0 9 * * *',
    zone: 'Asia/Tokyo',
    calendar: 'working' as const,
    content: { kind: 'text' as const, text: { zh_CN: '早安' } },
    onMissed: 'once' as const,
  };
  expect(await codeOf(house.boss, robotSchedule.add, { ...draft, cron: '*/2 * * * *' })).toBe(17097);
  expect(await codeOf(house.boss, robotSchedule.add, { ...draft, onceAt: Date.now() + dayMillis })).toBe(10400);
  expect(await codeOf(house.boss, robotSchedule.add, { ...draft, zone: 'Moon/Base' })).toBe(10400);
  const { id } = await house.boss.call(robotSchedule.add, draft);
  const { next, nextAt, state } = await house.boss.call(robotSchedule.get, { id });
  expect([state, next.length, next[0]]).toEqual(['on', 5, nextAt]);
  // The first of these days becomes a holiday of the company.
  const day = new Date(next[0]! + 9 * hourMillis).toISOString().slice(0, 10);
  await house.boss.call(robotSettingUpdate, { companyDeptId: south, version: 0, calendar: { closed: [day] } });
  const timing = { robotId: made.id, cron: draft.cron, zone: draft.zone, calendar: draft.calendar };
  expect((await house.boss.call(scheduleNext, timing)).next.slice(0, 4)).toEqual(next.slice(1));
  const { pool } = house.product.database;
  const due = () => pool.query('update robot_schedule set next_at = $2 where id = $1', [id, Date.now() - 1000]);
  const said = () => saidBy(phones.ann, group.conversationId!, made.id);
  const ended = async (): Promise<number> =>
    (await pool.query('select from robot_schedule_run where schedule_id = $1 and ended_at is not null', [id])).rowCount ?? 0;
  await due();
  await Promise.all([runDue(house.product.services), runDue(house.product.services)]);
  await expect.poll(ended).toBe(1);
  expect(await said()).toEqual(['早安']);
  expect(await house.boss.call(scheduleRunNow, { id })).toEqual({ class: 'ok', posted: 1, failed: 0 });
  expect(await said()).toEqual(['早安', '早安']);
  await house.boss.call(schedulePause, { ids: [id], paused: true });
  expect(await house.boss.call(robotSchedule.get, { id })).toMatchObject({ state: 'paused', nextAt: null, lastClass: 'ok' });
  await house.boss.call(schedulePause, { ids: [id], paused: false });
  // An interface that is not there fails; the fifth time in a row pauses the schedule and tells the owner.
  const { version } = await house.boss.call(robotSchedule.get, { id });
  const content = { kind: 'interface' as const, path: 'nowhere/at/all', template: { zh_CN: '{value}' } };
  await house.boss.call(robotSchedule.update, { id, version, content });
  for (let n = 1; n <= 5; n += 1) {
    await due();
    await runDue(house.product.services);
    await expect.poll(ended).toBe(1 + n);
  }
  await expect.poll(() => house.boss.call(robotSchedule.get, { id })).toMatchObject({ state: 'paused', lastClass: 'failed', failures: 5 });
});
