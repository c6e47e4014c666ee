import { randomUUID } from 'node:crypto';
import { addressOf } from '../../src/kit/common/contract.ts';
import { downloadFile } from '../../src/kit/common/files/file.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as groupCalls from '../../src/modules/groups/common/client.contract.ts';
import { groupMemberExport, groupMemberImport } from '../../src/modules/groups/common/member-file.contract.ts';
import {
  group,
  groupMemberMute,
  groupMemberRemove,
  groupMembers,
  groupNotice,
  groupTransfer,
} from '../../src/modules/groups/common/group.contract.ts';
import { groupType } from '../../src/modules/groups/common/type.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import {
  messagingExplain,
  messagingResources,
  messagingRole,
  messagingSaveResources,
} from '../../src/modules/messaging/common/role.contract.ts';
import { refusalLookup, sendCheck } from '../../src/modules/messaging/common/message.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

const ordinary = '00000000-0000-7000-8000-000000000311';
let house: DirectoryHouse;
let ends: { stop(): Promise<void> };
let [east, west] = ['', ''];

beforeAll(async () => {
  house = await DirectoryHouse.open();
  [east, west] = [await house.department('East'), await house.department('West')];
  for (const account of ['ann', 'amy']) await house.person(account, [east]);
  for (const account of ['bob', 'ben']) await house.person(account, [west]);
  ends = { stop: () => house.stop() };
}, 180_000);
afterAll(() => ends.stop());

const send = (phone: TestTerminal, conversationId: string, text: string) =>
  phone.ask(im.clientSend, { message: { kind: 'text', conversationId, clientId: randomUUID(), body: { text } } });
const members = async (groupId: string): Promise<string[]> =>
  (await house.wire.call(groupMembers, { groupId, pageSize: 200 })).list.map(({ name }) => name).toSorted();

test('A group at terminals: created, spoken in, muted, left, dissolved and brought back with its members', async () => {
  const [ann, bob] = [await house.phone('ann'), await house.phone('bob')];
  const made = await ann.call(groupCalls.clientGroupAdd, {
    typeId: ordinary,
    name: 'Lunch',
    people: [house.idOf('bob'), house.idOf('amy')],
  });
  const conversationId = made.conversationId!;
  expect(made).toMatchObject({ role: 'owner', members: 3 });
  expect((await send(ann, conversationId, 'hungry?')).code).toBe(0);
  expect((await send(bob, conversationId, 'yes')).code).toBe(0);
  const { messages } = await bob.call(im.clientHistory, { conversationId });
  expect(messages.flatMap(({ body, kind }) => (kind === 'text' ? [body?.['text']] : []))).toEqual(['hungry?', 'yes']);
  await house.wire.call(groupMemberMute, { groupId: made.id, empIds: [house.idOf('bob')], minutes: 5 });
  expect(await send(bob, conversationId, 'hello?')).toMatchObject({ code: 16004, data: { step: 'group' } });
  // Who is none of it learns nothing of it.
  const ben = await house.phone('ben');
  expect([(await send(ben, conversationId, 'hi')).code, (await ben.ask(im.clientHistory, { conversationId })).code]).toEqual([
    16003, 16003,
  ]);
  await bob.call(groupCalls.clientGroupLeave, { groupId: made.id });
  expect((await send(ann, conversationId, 'without bob')).code).toBe(0);
  const left = await bob.call(im.clientHistory, { conversationId });
  expect(left.messages.some(({ body }) => body?.['text'] === 'without bob')).toBe(false);
  await house.wire.call(group.delete, { ids: [made.id] });
  expect((await send(ann, conversationId, 'gone')).code).toBe(16003);
  await house.wire.call(group.restore, { ids: [made.id] });
  expect(await members(made.id)).toEqual(['amy', 'ann']);
  expect((await send(ann, conversationId, 'back')).code).toBe(0);
  await house.wire.call(groupTransfer, { ids: [made.id], ownerId: house.idOf('amy') });
  const amy = await house.phone('amy');
  const { list } = await amy.call(groupCalls.clientGroupList, {});
  expect(list.find(({ id }) => id === made.id)).toMatchObject({ role: 'owner' });
  // A code of a member lets others in, as long as nobody changed it.
  const { code } = await ann.call(groupCalls.clientGroupQr, { groupId: made.id });
  expect((await ben.ask(groupCalls.clientGroupJoin, { code: `${code}x` })).code).toBe(16003);
  expect(await ben.call(groupCalls.clientGroupJoin, { code })).toEqual({ joined: true });
  expect(await members(made.id)).toEqual(['amy', 'ann', 'ben']);
  // What somebody is called in it; and its members as a file, in and out.
  await ben.call(groupCalls.clientMemberNickname, { groupId: made.id, nickname: 'Benny' });
  expect((await ann.call(groupCalls.clientGroupMembers, { groupId: made.id })).list.map(({ nickname }) => nickname).toSorted()).toEqual([
    '',
    '',
    'Benny',
  ]);
  const boss = new ConsoleClient(house.product.app, house.product.admin.token);
  const resultOf = async (jobId: string) => (await boss.jobEnd(jobId)).result;
  const fileId = await boss.upload('members.csv', Buffer.from('account\nbob\nann\nnobody\n'));
  expect(await resultOf((await boss.call(groupMemberImport, { groupId: made.id, fileId })).jobId)).toEqual({
    count: 1,
    refused: [
      { line: 4, account: 'nobody', reason: 'unknown' },
      { line: 3, account: 'ann', reason: 'already' },
    ],
    more: 0,
  });
  const exported = await resultOf((await boss.call(groupMemberExport, { groupId: made.id, format: 'csv' })).jobId);
  const url = `${addressOf(downloadFile)}?fileId=${(exported as { fileId: string }).fileId}`;
  expect((await boss.app.inject({ url, headers: { accesstoken: boss.token } })).body).toMatch(/ben,ben,.*Benny/);
  await house.wire.call(groupMemberRemove, { groupIds: [made.id], empIds: [house.idOf('bob')] });
  expect((await ben.ask(groupCalls.clientGroupNotice, { groupId: made.id, notice: 'mine' })).code).toBe(16005);
  expect(await amy.call(groupCalls.clientGroupNotice, { groupId: made.id, notice: 'At noon' })).toMatchObject({ notice: 'At noon' });
  await house.wire.call(groupNotice, { ids: [made.id], notice: 'At one' });
  expect(await ben.call(groupCalls.clientGroupGet, { groupId: made.id })).toMatchObject({ notice: 'At one' });
  // Out of one's own list it stays until something new is written.
  const listed = async () => (await ben.call(im.clientConversations, {})).list.filter(({ id }) => id === conversationId);
  expect(await ben.call(im.clientConversationDelete, { conversationId })).toMatchObject({ hidden: true });
  expect(await listed()).toEqual([]);
  expect((await send(ann, conversationId, 'new')).code).toBe(0);
  expect(await listed()).toMatchObject([{ hidden: false }]);
  const after = await ben.call(im.clientHistory, { conversationId });
  expect(after.messages.map(({ body }) => body?.['text'])).toEqual(['new']);
});

test('5: somebody who moves is in the group of the new department and out of the old, and reads nothing later', async () => {
  const add = (name: string, sourceId: string, owner: string) =>
    house.wire.call(group.add, { name, typeId: ordinary, kind: 'department', sourceId, ownerId: house.idOf(owner), ownerDeptId: sourceId });
  const [one, other] = [await add('East', east, 'ann'), await add('West', west, 'bob')];
  await expect.poll(() => members(one.id)).toEqual(['amy', 'ann']);
  const amy = await house.phone('amy');
  const { list } = await amy.call(groupCalls.clientGroupList, {});
  const conversationId = list.find(({ id }) => id === one.id)!.conversationId!;
  const { version } = await house.wire.call(employeeGet, { id: house.idOf('amy') });
  await house.wire.call(employeeUpdate, { id: house.idOf('amy'), version, assignments: [{ departmentId: west, primary: true }] });
  await expect.poll(() => members(one.id)).toEqual(['ann']);
  await expect.poll(() => members(other.id)).toEqual(['amy', 'ben', 'bob']);
  expect((await send(await house.phone('ann'), conversationId, 'after amy')).code).toBe(0);
  const { messages } = await amy.call(im.clientHistory, { conversationId });
  expect(messages.some(({ body }) => body?.['text'] === 'after amy')).toBe(false);
});

test('6 and 9: a smaller type keeps its groups and takes none in; without the function nobody creates a group', async () => {
  const { id: typeId } = await house.wire.call(groupType.add, { name: { zh_CN: 'Small' }, code: 'small', maxMembers: 3 });
  const ann = await house.phone('ann');
  const made = await ann.call(groupCalls.clientGroupAdd, { typeId, name: 'Three', people: [house.idOf('bob'), house.idOf('amy')] });
  const { version } = await house.wire.call(groupType.get, { id: typeId });
  await house.wire.call(groupType.update, { id: typeId, version, maxMembers: 2 });
  expect(await house.wire.call(groupType.get, { id: typeId })).toMatchObject({ overFull: 1 });
  const more = await ann.ask(groupCalls.clientMemberAdd, { groupId: made.id, people: [house.idOf('ben')] });
  expect([more.code, (await members(made.id)).length]).toEqual([16022, 3]);
  const { roleId } = await house.wire.call(messagingRole.save, { name: 'Readers', code: 'readers' });
  const before = await house.wire.call(messagingResources, { roleId });
  const functions = before.functions.filter((one) => one !== 'im.groupCreate');
  await house.wire.call(messagingSaveResources, { roleId, version: before.version, functions });
  await house.wire.call(messagingRole.assignEmployees, { roleId, ids: [house.idOf('ann')] });
  const create = () => ann.ask(groupCalls.clientGroupAdd, { typeId: ordinary, name: 'No', people: [house.idOf('bob')] });
  expect(await create()).toMatchObject({ code: 16001, data: { function: 'im.groupCreate' } });
  // The console says why: the role that decides does not give it.
  const why = async () => {
    const { roles, functions } = await house.wire.call(messagingExplain, { empId: house.idOf('ann') });
    return [roles, functions.find(({ code }) => code === 'im.groupCreate')];
  };
  expect(await why()).toMatchObject([['Readers'], { allowed: false, by: [], wouldGive: [] }]);
  const now = await house.wire.call(messagingResources, { roleId });
  await house.wire.call(messagingSaveResources, { roleId, version: now.version, functions: [...functions, 'im.groupCreate'] });
  await expect.poll(async () => (await create()).code).toBe(0);
  expect(await why()).toMatchObject([['Readers'], { allowed: true, by: ['Readers'] }]);
});

test('10: what the console says of a pair is what the send call does, and names the rule behind a refusal', async () => {
  await house.special({ mode: 'hidden' }, [{ kind: 'employee', id: house.idOf('ben') }]);
  const ann = await house.phone('ann');
  const refused = await ann.ask(im.clientSend, {
    message: { kind: 'text', peerId: house.idOf('ben'), clientId: randomUUID(), body: { text: 'psst' } },
  });
  expect(refused).toMatchObject({ code: 16002, data: { step: 'target', ref: expect.stringMatching(/^[0-9a-f]{12}$/) } });
  const { allowed, steps } = await house.wire.call(sendCheck, { from: house.idOf('ann'), to: house.idOf('ben') });
  expect([allowed, steps.find(({ state }) => state === 'refused')]).toMatchObject([
    false,
    { name: 'contacts', rule: expect.stringContaining('special') },
  ]);
  const { ref } = refused.data as unknown as { ref: string };
  const behind = await house.wire.call(refusalLookup, { ref });
  expect(behind).toMatchObject({
    found: true,
    from: 'ann',
    to: 'ben',
    step: 'contacts',
    code: 16002,
    rule: expect.stringContaining('special'),
  });
  // A member limit of the enterprise stands in the way as well, and looks the same at the terminal.
  await house.wire.call(memberLimitAdd, {
    name: 'East and Amy',
    ownerDeptId: rootDepartmentId,
    from: [{ kind: 'employee', id: house.idOf('ann') }],
    to: [{ kind: 'employee', id: house.idOf('amy') }],
    actions: ['chat'],
  });
  const limited = await ann.ask(im.clientSend, {
    message: { kind: 'text', peerId: house.idOf('amy'), clientId: randomUUID(), body: { text: 'psst' } },
  });
  expect(limited).toMatchObject({ code: 16002, data: { step: 'target' } });
  const limit = await house.wire.call(refusalLookup, { ref: (limited.data as unknown as { ref: string }).ref });
  expect(limit).toMatchObject({ found: true, step: 'limits', rule: 'East and Amy' });
});
