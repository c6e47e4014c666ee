import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import * as member from '../common/member-limit.contract.ts';
import { contactLimitPage, segmentLimitPage } from '../common/permissions.ts';
import * as segment from '../common/segment-limit.contract.ts';
import { limitSimulate } from '../common/simulate.contract.ts';
import { limitsOf, openLimits } from './limits/open-limits.ts';
import { enterpriseModule } from './module.ts';

let served: TestModules;
let north = '';
let south = '';
let ann = '';
let bob = '';

beforeAll(async () => {
  served = await serveModules(systemModule, ...peopleModules, enterpriseModule);
  [north, south] = [await department('North'), await department('South')];
  [ann, bob] = [await person('ann', north), await person('bob', south)];
});
afterAll(() => served.close());
afterEach(() => clear());

const department = async (name: string): Promise<string> =>
  (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
const person = async (account: string, departmentId: string): Promise<string> =>
  (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }] })).id;
const pathOf = async (id: string): Promise<string> =>
  (await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [id])).rows[0]!.path;

let count = 0;
const addSegment = (values: readonly string[], more: object = {}) =>
  served.boss.ask(segment.segmentLimit.add, { name: `Segment ${(count += 1)}`, segments: values.map((value) => ({ value })), ...more });
const segmentOf = async (values: readonly string[], more: object = {}): Promise<string> =>
  ((await addSegment(values, more)).data as { id: string }).id;
const addMember = (more: object = {}) =>
  served.boss.call(member.memberLimitAdd, {
    name: `Member ${(count += 1)}`,
    ownerDeptId: rootDepartmentId,
    from: [{ kind: 'department', id: north }],
    to: [{ kind: 'employee', id: bob }],
    ...more,
  });
const clear = async (): Promise<void> => {
  for (const [list, remove] of [
    [segment.segmentLimit.list, segment.segmentLimit.delete],
    [member.memberLimitList, member.memberLimitRemove],
  ] as const) {
    const ids = (await served.boss.call(list, { pageSize: 500 })).list.map(({ id }) => id);
    if (ids.length > 0) await served.boss.call(remove, { ids });
  }
};

test('Segments are read as networks, IPv4 in IPv6 as IPv4; what is none is refused with its line', async () => {
  const id = await segmentOf(['10.1.2.3/8', '::ffff:10.0.0.1', '2001:DB8::/32', '192.168.0.1 - 192.168.0.9']);
  expect((await served.boss.call(segment.segmentLimit.get, { id })).segments.map(({ value }) => value)).toEqual([
    '10.0.0.0/8',
    '10.0.0.1',
    '2001:db8::/32',
    '192.168.0.1-192.168.0.9',
  ]);
  expect(await addSegment(['10.0.0.0/8', '10.0.0.0/33'])).toMatchObject({
    code: 11051,
    msg: '#2 10.0.0.0/33 is not a network',
    data: { line: 2, value: '10.0.0.0/33' },
  });
  expect(await addSegment(['10.0.0.9-10.0.0.1'])).toMatchObject({ code: 11051, data: { line: 1 } });
  expect(await served.boss.ask(segment.segmentLimit.update, { id, version: 1, segments: [{ value: 'office' }] })).toMatchObject({
    code: 11051,
  });
  expect(await addSegment(Array.from({ length: 501 }, (_, at) => `10.0.${at % 250}.0/24`))).toMatchObject({ code: 10400 });
  const window = { days: [1], from: '08:00', to: '18:00', zone: 'Asia/Nowhere' };
  expect(await addSegment(['10.0.0.0/8'], { window })).toMatchObject({ code: 10400, data: { issues: [{ path: 'window.zone' }] } });
  expect(await addSegment(['10.0.0.0/8'], { window: { ...window, zone: 'UTC', to: '08:00' } })).toMatchObject({ code: 10400 });
});

test('Limits are found by an address inside, by action, effect and state, and stand in the order that was given', async () => {
  const ids = [
    await segmentOf(['10.0.0.0/8']),
    await segmentOf(['192.168.0.0/16'], { actions: ['message'], effect: 'denyInside', enabled: false }),
  ];
  const found = async (input: object) => (await served.boss.call(segment.segmentLimit.list, input)).list.map(({ id }) => id);
  expect(await found({})).toEqual(ids);
  expect(await found({ address: '::ffff:10.9.9.9' })).toEqual([ids[0]]);
  expect(await found({ address: 'nonsense' })).toEqual([]);
  expect(await found({ action: 'upload' })).toEqual([ids[0]]);
  expect(await found({ effect: 'denyInside' })).toEqual([ids[1]]);
  expect(await found({ enabled: false })).toEqual([ids[1]]);
  expect(await served.boss.call(segment.segmentLimit.reorder, { ids: ids.toReversed() })).toEqual({ count: 2 });
  expect(await found({})).toEqual(ids.toReversed());
  const third = await segmentOf(['172.16.0.0/12']);
  await served.boss.call(segment.segmentLimit.reorder, { ids: [third, ids[1]!] });
  expect(await found({})).toEqual([third, ids[0], ids[1]]);
  expect(await served.boss.ask(segment.segmentLimit.reorder, { ids: [ids[0]!, north] })).toMatchObject({ code: 10404 });
});

test('What is odd about a limit is said: overlaps, contradictions, and limits that are never asked', async () => {
  await segmentOf(['10.0.0.0/8'], { name: 'First', actions: ['upload'] });
  await segmentOf(['10.5.0.0/16'], { name: 'Contrary', actions: ['download'], effect: 'denyInside' });
  const id = await segmentOf(['10.0.0.0/9', '10.1.0.0/16'], { actions: ['upload'] });
  const mixed = await segmentOf(['10.5.5.0/24'], { actions: ['upload', 'download'] });
  const notes = async (one: string) => (await served.boss.call(segment.segmentLimit.get, { id: one })).notes;
  expect(await notes(id)).toEqual([
    { kind: 'inside', other: '10.0.0.0/9, 10.1.0.0/16' },
    { kind: 'hidden', other: 'First' },
    { kind: 'shares', other: expect.stringContaining('Segment') },
  ]);
  expect((await notes(mixed)).map(({ kind, other }) => [kind, other])).toEqual(
    expect.arrayContaining([
      ['shares', 'First'],
      ['contrary', 'Contrary'],
    ]),
  );
});

test('Segment limits hold everybody: who sees less than everybody reads them and writes none', async () => {
  const id = await segmentOf(['10.0.0.0/8']);
  const paths = [await pathOf(north)];
  const admin = served.holder(
    Object.fromEntries([segmentLimitPage.code, ...Object.values(segmentLimitPage.button)].map((code) => [code, paths])),
  );
  expect((await admin.call(segment.segmentLimit.list, {})).list).toHaveLength(1);
  expect(await admin.ask(segment.segmentLimit.add, { name: 'x', segments: [{ value: '10.0.0.0/8' }] })).toMatchObject({ code: 10910 });
  expect(await admin.ask(segment.segmentLimit.disable, { ids: [id] })).toMatchObject({ code: 10910 });
  expect(await admin.ask(segment.segmentLimit.reorder, { ids: [id] })).toMatchObject({ code: 10910 });
});

test('A message from outside is held, the simulator says so, and a changed limit is true for the very next question', async () => {
  const id = await segmentOf(['10.0.0.0/8'], { actions: ['message'] });
  const ask = (more: object = {}) => served.boss.call(limitSimulate, { from: ann, action: 'message', address: '192.168.0.1', ...more });
  expect(await ask()).toMatchObject({ verdict: false, rule: { id }, priority: 1, answers: [{ question: 'message', by: 'segmentLimit' }] });
  expect(await ask({ address: '::ffff:10.1.1.1' })).toMatchObject({ verdict: true });
  expect(await ask({ address: '' })).toMatchObject({ verdict: false });
  await served.boss.call(segment.segmentLimit.update, { id, version: 1, segments: [{ value: '192.168.0.0/16' }] });
  expect(await ask()).toMatchObject({ verdict: true });
  await served.boss.call(segment.segmentLimit.disable, { ids: [id] });
  expect(await ask({ address: '10.1.1.1' })).toMatchObject({ verdict: true, rule: null });
  // A file goes by the file rules, and nobody is held by one.
  await served.boss.call(segment.segmentLimit.enable, { ids: [id] });
  expect(await ask({ action: 'download', address: '10.1.1.1' })).toMatchObject({
    verdict: true,
    answers: [{ question: 'file', by: 'nothing' }],
  });
});

test('A denied pair is refused one way, with its exceptions, and chats that were there go on or not', async () => {
  const { id } = await addMember();
  const ask = (from: string, to: string, more: object = {}) => served.boss.call(limitSimulate, { from, to, action: 'chat', ...more });
  expect(await ask(ann, bob)).toMatchObject({ verdict: false, rule: { id }, priority: 1 });
  expect(await ask(bob, ann)).toMatchObject({ verdict: true });
  expect(await ask(ann, bob, { existing: true })).toMatchObject({ verdict: true });
  await served.boss.call(member.memberLimitUpdate, { id, version: 1, direction: 'both', existing: 'freeze' });
  expect(await ask(bob, ann)).toMatchObject({ verdict: false });
  expect(await ask(ann, bob, { existing: true })).toMatchObject({ verdict: false });
  await served.boss.call(member.memberLimitUpdate, { id, version: 2, exceptions: [ann] });
  expect(await ask(ann, bob)).toMatchObject({ verdict: true });
  expect(await served.boss.ask(limitSimulate, { from: ann, action: 'chat' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'to' }] },
  });
});

test('Member limits are found by person and department, and the preview counts pairs', async () => {
  const [one, other] = [await addMember(), await addMember({ from: [{ kind: 'employee', id: ann }], to: [{ kind: 'everyone' }] })];
  const found = async (input: object) => (await served.boss.call(member.memberLimitList, input)).list.map(({ id }) => id);
  expect(await found({ person: ann })).toEqual([one.id, other.id]);
  expect(await found({ department: south })).toEqual([other.id]);
  expect(await found({ department: north, effect: 'deny', direction: 'oneWay', action: 'call', enabled: true })).toEqual([
    one.id,
    other.id,
  ]);
  const side = [
    { kind: 'employee' as const, id: ann },
    { kind: 'department' as const, id: south },
  ];
  const preview = (more: object) => served.boss.call(member.memberLimitPreview, { from: side, to: side, ...more });
  expect(await preview({})).toEqual({ from: 2, to: 2, pairs: 2 });
  expect(await preview({ direction: 'both' })).toEqual({ from: 2, to: 2, pairs: 1 });
  expect(await preview({ exceptions: [bob] })).toEqual({ from: 1, to: 1, pairs: 0 });
});

test('Who sees the north writes limits for the north alone, and reads no name of the south', async () => {
  const paths = [await pathOf(north)];
  const codes = [contactLimitPage.code, ...Object.values(contactLimitPage.button)];
  const admin = served.holder(Object.fromEntries(codes.map((code) => [code, paths])));
  const request = {
    name: 'Mine',
    ownerDeptId: north,
    from: [{ kind: 'department' as const, id: north }],
    to: [{ kind: 'everyone' as const }],
  };
  const refused = async (more: object) =>
    expect(await admin.ask(member.memberLimitAdd, { ...request, ...more })).toMatchObject({ code: 10910 });
  await refused({ ownerDeptId: south });
  await refused({ from: [{ kind: 'everyone' }] });
  await refused({ direction: 'both' });
  await refused({ to: [{ kind: 'employee', id: bob }] });
  await refused({ exceptions: [bob] });
  const { id } = await admin.call(member.memberLimitAdd, request);
  expect(await admin.ask(member.memberLimitUpdate, { id, version: 1, from: [{ kind: 'employee', id: bob }] })).toMatchObject({
    code: 10910,
  });
  expect(await admin.ask(member.memberLimitReorder, { ids: [id] })).toMatchObject({ code: 10910 });
  const { id: foreign } = await addMember({ ownerDeptId: south });
  expect((await admin.call(member.memberLimitList, {})).list.map((row) => row.id)).toEqual([id]);
  expect(await admin.ask(member.memberLimitGet, { id: foreign })).toMatchObject({ code: 10910 });
  const { id: mixed } = await addMember({ ownerDeptId: north });
  expect((await admin.call(member.memberLimitGet, { id: mixed })).to).toEqual([
    { kind: 'employee', id: bob, name: '(outside your range)' },
  ]);
  expect(await admin.ask(member.memberLimitDisable, { ids: [mixed] })).toMatchObject({ code: 10910 });
  expect(await admin.ask(limitSimulate, { from: ann, to: bob, action: 'chat' })).toMatchObject({ code: 10910 });
});

test('Decisions are counted by the rule that made them, trying counts nothing, and a list shows seven days', async () => {
  const id = await segmentOf(['10.0.0.0/8'], { actions: ['message'] });
  const { id: pair } = await addMember();
  const limits = limitsOf(served.services);
  await served.boss.call(limitSimulate, { from: ann, to: bob, action: 'chat', address: '192.168.0.1' });
  for (const address of ['10.0.0.1', '192.168.0.1', '192.168.0.1']) await limits.message(ann, { platform: 4, address });
  await limits.members(ann, [bob, ann], { action: 'chat' });
  await enterpriseModule.tick?.(served.services);
  await limits.message(ann, { platform: 4, address: '10.0.0.1' });
  await enterpriseModule.tick?.(served.services);
  expect((await served.boss.call(segment.segmentLimit.get, { id })).hits).toEqual({ decided: 4, refused: 2 });
  expect((await served.boss.call(member.memberLimitList, {})).list).toMatchObject([{ id: pair, hits: { decided: 1, refused: 1 } }]);
  await served.database.pool.query('update limit_hit set day = day - 7 where rule_id = $1', [id]);
  expect((await served.boss.call(segment.segmentLimit.list, {})).list).toMatchObject([{ id, hits: { decided: 0, refused: 0 } }]);
  expect(await served.boss.call(member.memberLimitSizes, { ids: [pair] })).toEqual({ list: [{ id: pair, from: 1, to: 1 }] });
});

test('A pasted list is read before it is saved: what is no network, what is double, and where an address lies', async () => {
  const lines = ['10.1.2.3/8', '10.5.0.0/16', 'office', '192.168.0.1-192.168.0.9', '10.0.0.0/8', '2001:db8::/32'];
  const check = (address = '') =>
    served.boss.call(segment.segmentCheck, { segments: lines.map((value, at) => ({ value, note: `n${at}` })), address });
  expect(await check()).toEqual({
    segments: [
      { value: '10.0.0.0/8', note: 'n0' },
      { value: '192.168.0.1-192.168.0.9', note: 'n3' },
      { value: '2001:db8::/32', note: 'n5' },
    ],
    wrong: [{ line: 3, value: 'office' }],
    doubled: [
      { line: 2, value: '10.5.0.0/16', within: '10.0.0.0/8' },
      { line: 5, value: '10.0.0.0/8', within: '10.0.0.0/8' },
    ],
    inside: null,
    by: null,
    known: true,
  });
  expect(await check('::ffff:192.168.0.5')).toMatchObject({ inside: true, by: '192.168.0.1-192.168.0.9', known: true });
  expect(await check('172.16.0.1')).toMatchObject({ inside: false, by: null, known: true });
  expect(await check('nowhere')).toMatchObject({ inside: false, by: null, known: false });
});

test('A deleted limit comes back as it was, and decides again', async () => {
  const { id } = await addMember({ exceptions: [] });
  const before = await served.boss.call(member.memberLimitGet, { id });
  await served.boss.call(member.memberLimitRemove, { ids: [id] });
  expect(await served.boss.call(limitSimulate, { from: ann, to: bob, action: 'call' })).toMatchObject({ verdict: true });
  const { list } = await served.boss.call(listJournal, { kind: ['memberLimit'], objectId: id });
  await served.boss.call(revertChanges, { operationIds: [list[0]!.id] });
  const { version: _v, createdAt: _c, updatedAt: _u, ...after } = await served.boss.call(member.memberLimitGet, { id });
  expect(before).toMatchObject(after);
  expect(await served.boss.call(limitSimulate, { from: ann, to: bob, action: 'call' })).toMatchObject({ verdict: false, rule: { id } });
});

test('What another node wrote is true here within a second', async () => {
  const limits = openLimits({ database: served.database, now: () => Date.now() });
  const allowed = async () => (await limits.message(ann, { platform: 4, address: '192.168.0.1' })).allowed;
  expect(await allowed()).toBe(true);
  // As it is written there: nobody in this process hears of it.
  await served.database.pool.query(`with written as (insert into segment_limit
      (id, name, segments, actions, effect, terminal_types, priority, enabled, version, created_at, updated_at)
      values (gen_random_uuid(), 'Elsewhere', '[{"value": "10.0.0.0/8", "note": ""}]', '["message"]', 'onlyInside', '[1, 2, 4, 5, 8]', 1, true, 1, 0, 0))
    insert into limit_change (at) values (0)`);
  await expect.poll(allowed, { timeout: 1000, interval: 50 }).toBe(false);
  await served.database.pool
    .query(`with changed as (update segment_limit set segments = '[{"value": "192.168.0.0/16", "note": ""}]', version = 2)
    insert into limit_change (at) values (0)`);
  await expect.poll(allowed, { timeout: 1000, interval: 50 }).toBe(true);
});
