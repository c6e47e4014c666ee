import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#kit/common/contract.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd, departmentGet, departmentUpdate } from '#modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import * as contract from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { logsModule } from '../module.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, logsModule);
});
afterAll(() => served.close());

const list = (input: Input<typeof contract.operationList> = {}, as: TestCaller = served.boss) => as.call(contract.operationList, input);
const newest = async (input: Input<typeof contract.operationList>) => (await list(input)).list[0]!;

let count = 0;
/** A department of its own with the address of its rows. */
async function department(name = `Dept ${(count += 1)}`): Promise<{ id: string; path: string }> {
  const { id } = await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } });
  const { rows } = await served.database.pool.query<{ path: string }>('select path::text as path from department where id = $1', [id]);
  return { id, path: rows[0]!.path };
}
async function rename(id: string, name: string): Promise<void> {
  const { version } = await served.boss.call(departmentGet, { id });
  await served.boss.call(departmentUpdate, { id, version, name: { zh_CN: name } });
}

test('A call is found by each of its marks, in words, with its changed fields and its values before and after', async () => {
  const { id } = await department('Cellar');
  await rename(id, 'Attic');
  const row = await newest({ objectId: id });
  expect(row).toMatchObject({
    what: 'Edited a department',
    word: 'department.update',
    module: 'user-centre',
    objectKind: 'department',
    objectName: 'Attic',
    fields: ['Department name'],
    result: 'ok',
    actorKind: 'administrator',
    uid: served.boss.uid,
    dangerous: false,
  });
  const marks: Input<typeof contract.operationList>[] = [
    { requestId: row.requestId },
    { batchId: row.batchId! },
    { sessionId: row.sessionId!, word: ['department.update'] },
    { uid: row.uid, text: 'ttic' },
    { word: ['department.update', 'department.move'], module: ['user-centre'], objectKind: ['department'] },
    { address: row.address, result: ['ok'], dangerous: false, actorKind: ['administrator'] },
    { address: '127.0.0.0/8', field: 'name', contains: 'Cellar', notReverted: true },
    { from: row.at, to: row.at },
  ];
  for (const mark of marks) expect([mark, (await newest(mark)).id]).toEqual([mark, row.id]);
  const others: Input<typeof contract.operationList>[] = [
    { requestId: 'x' },
    { address: '10.0.0.0/8' },
    { objectId: id, field: 'leader' },
    { objectId: id, contains: 'Garage' },
    // Neither names of fields nor signs of a pattern are values.
    { objectId: id, contains: 'zh_CN' },
    { objectId: id, contains: 'C.*r' },
    { objectId: id, contains: 'C%r' },
    { objectId: id, text: 'A_tic' },
    { objectId: id, dangerous: true },
    { objectId: id, result: ['refused', 'failed'] },
    { to: row.at - 60_000 },
  ];
  for (const other of others) expect([other, (await list(other)).list.map((one) => one.id)]).toEqual([other, []]);
  const detail = await served.boss.call(contract.operationGet, { id: row.id });
  expect(detail.lines).toMatchObject([{ namespace: 'user-centre', objectId: id, action: 'change', fields: [{ field: 'name' }] }]);
  const { before, after } = detail.lines[0]!.fields[0]!;
  expect([JSON.stringify(before), JSON.stringify(after)]).toEqual([expect.stringContaining('Cellar'), expect.stringContaining('Attic')]);
});

test('Pages follow one another without a gap or a double, and the last one says that it is the last', async () => {
  const { id } = await department();
  for (let index = 0; index < 7; index++) await rename(id, `Paged ${index}`);
  const whole = await list({ objectId: id });
  expect(whole).toMatchObject({ total: 8, exact: true, next: null, partial: false });
  const read: string[] = [];
  for (let after: string | undefined; ;) {
    const slice = await list({ objectId: id, pageSize: 3, ...(after !== undefined && { after }) });
    read.push(...slice.list.map((row) => row.id));
    if (slice.next === null) break;
    after = slice.next;
  }
  expect(read).toEqual(whole.list.map((row) => row.id));
});

test('A refused call stands there with its code; the bars count by result', async () => {
  const from = Date.now();
  await department();
  const refused = await served.boss.ask(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '' } });
  const row = await newest({ from, result: ['refused'] });
  expect(row).toMatchObject({ code: refused.code, word: 'department.add', fields: [] });
  const counted = await served.boss.call(contract.operationHistogram, { from, to: Date.now(), step: 'hour' });
  const sum = counted.list.reduce((all, bar) => ({ ok: all.ok + bar.ok, refused: all.refused + bar.refused }), { ok: 0, refused: 0 });
  expect(sum).toEqual({ ok: 1, refused: 1 });
});

test('What was only tried is told as that', async () => {
  const who = { name: 'Tian', account: 'tian.haoran', assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  await served.boss.call(employeeAdd, who);
  expect(await served.boss.ask(employeeAdd, who)).toMatchObject({ code: 10411 });
  expect(await newest({ word: ['employee.add'], result: ['refused'] })).toMatchObject({ what: 'Add a person', code: 10411 });
});

test('A search without an index is held to 31 days, one by name to 400; a network must be one', async () => {
  const days = (count: number) => ({ to: Date.now(), from: Date.now() - count * 86_400_000 });
  const codeOf = async (input: Input<typeof contract.operationList>) => (await served.boss.ask(contract.operationList, input)).code;
  expect(await codeOf({ contains: 'x', ...days(60) })).toBe(19030);
  expect(await codeOf({ contains: 'x', ...days(31) })).toBe(0);
  expect(await codeOf({ text: 'x', ...days(500) })).toBe(19030);
  expect(await codeOf({ text: 'x', ...days(400) })).toBe(0);
  expect(await codeOf({ address: '10.0.0.0/64' })).toBe(10400);
  expect(await codeOf({ zone: 'Moon/Crater', outsideHours: true })).toBe(10400);
  expect(await codeOf({ pageSize: 10_000 })).toBe(10400);
  expect((await list({ text: "%'; drop table audit_log; --" })).list).toEqual([]);
});

test('Who reads in one department sees its calls alone, in the list, the bars, a row, and the history of an object', async () => {
  const [north, south] = [await department('North'), await department('South')];
  await served.boss.call(employeeAdd, { account: 'in-north', name: 'N', assignments: [{ departmentId: north.id, primary: true }] });
  const { id: person } = await served.boss.call(employeeAdd, {
    account: 'in-south',
    name: 'S',
    assignments: [{ departmentId: south.id, primary: true }],
  });
  const reader = served.holder({ [operationLog.code]: [north.path] });
  const from = Date.now() - 60_000;
  const seen = (await list({ from }, reader)).list;
  expect(new Set(seen.map(({ objectName }) => objectName))).toEqual(new Set(['N']));
  const counts = await reader.call(contract.operationHistogram, { from, to: Date.now() });
  expect(counts.list.reduce((sum, bar) => sum + bar.ok, 0)).toBe(seen.length);
  const foreign = await newest({ objectId: person });
  expect((await reader.ask(contract.operationGet, { id: foreign.id })).code).toBe(10910);
  const history = { objectKind: 'employee', objectId: person };
  expect((await reader.call(contract.operationObject, history)).list).toEqual([]);
  expect((await served.boss.call(contract.operationObject, history)).list).toMatchObject([{ objectName: 'S', action: 'create' }]);
  expect((await served.holder({}).ask(contract.operationObject, history)).code).toBe(65002);
});

test('Masked values stay masked in the log, and are not found by searching for them', async () => {
  const { id: departmentId } = await department();
  const add = { account: 'masked', name: 'Masked', mobile: '+8613912345678', assignments: [{ departmentId, primary: true }] };
  const { id } = await served.boss.call(employeeAdd, add);
  const reader = served.holder({ [operationLog.code]: 'all' });
  const row = (await list({ objectId: id }, reader)).list[0]!;
  const shown = JSON.stringify(await reader.call(contract.operationGet, { id: row.id }));
  expect(shown).toContain('****5678');
  expect(shown).not.toContain('13912345678');
  expect((await list({ contains: '13912345678' }, reader)).list).toEqual([]);
  expect((await list({ contains: '13912345678' })).list.map((one) => one.id)).toContain(row.id);
});

test('Reverting a row brings the field back; with a later edit it is refused, names it and overwrites nothing', async () => {
  const { id } = await department('First');
  await rename(id, 'Second');
  const row = await newest({ objectId: id });
  expect(await served.boss.call(contract.operationRevertPreview, { id: row.id })).toMatchObject({ objects: 1, conflicts: 0, later: [] });
  expect(await served.boss.call(contract.operationRevert, { id: row.id, reason: 'wrong name' })).toMatchObject({ reverted: 1 });
  expect((await served.boss.call(departmentGet, { id })).name.zh_CN).toBe('First');
  const undone = await served.boss.call(contract.operationGet, { id: row.id });
  expect(undone).toMatchObject({ revertedBy: expect.any(String), mayRevert: false, later: [] });
  expect(await newest({ objectId: id })).toMatchObject({ word: 'change.undo', batchId: undone.revertedBy });
  expect((await served.boss.ask(contract.operationRevert, { id: row.id })).code).toBe(19050);

  await rename(id, 'Third');
  const third = await newest({ objectId: id });
  await rename(id, 'Fourth');
  const refused = await served.boss.ask(contract.operationRevert, { id: third.id });
  expect(refused).toMatchObject({
    code: 19051,
    data: { later: [{ what: 'Edited a department', objectName: 'Fourth', fields: ['Department name'] }] },
  });
  expect((await served.boss.call(departmentGet, { id })).name.zh_CN).toBe('Fourth');
  expect((await served.boss.call(contract.operationGet, { id: third.id })).later).toHaveLength(1);
  expect(await newest({ result: ['refused'], word: ['change.undo'] })).toMatchObject({ code: 19051 });
});

test('Some fields of a row are reverted and the others stay; the rest can follow, and what was made goes as a whole only', async () => {
  const { id: departmentId } = await department();
  const { id } = await served.boss.call(employeeAdd, { account: 'fields', name: 'F', assignments: [{ departmentId, primary: true }] });
  const made = await newest({ objectId: id });
  await served.boss.call(employeeUpdate, { id, version: 1, title: 'Clerk', name: 'Changed' });
  const row = await newest({ objectId: id });
  const fields = ['title'];
  const { list } = await served.boss.call(contract.operationRevertPreview, { id: row.id, fields });
  expect(list.map((one) => one.fields.map(({ field }) => field))).toEqual([fields]);
  expect(await served.boss.call(contract.operationRevert, { id: row.id, fields })).toMatchObject({ reverted: 1 });
  const now = await served.boss.call(employeeGet, { id });
  expect([now.title ?? '', now.name]).toEqual(['', 'Changed']);
  expect(await served.boss.call(contract.operationGet, { id: row.id })).toMatchObject({ revertedBy: null, mayRevert: true });
  expect((await served.boss.ask(contract.operationRevert, { id: row.id, fields })).code).toBe(19050);
  expect((await served.boss.ask(contract.operationRevert, { id: row.id, fields: ['mobile'] })).code).toBe(19050);
  expect((await served.boss.ask(contract.operationRevert, { id: made.id, fields })).code).toBe(19050);
  expect(await served.boss.call(contract.operationRevert, { id: row.id })).toMatchObject({ reverted: 1 });
  expect((await served.boss.call(employeeGet, { id })).name).toBe('F');
  expect((await served.boss.call(contract.operationGet, { id: row.id })).revertedBy).not.toBeNull();
});

test('Reverting needs the right to it and the right to change the objects', async () => {
  const { id: departmentId } = await department();
  const { id } = await served.boss.call(employeeAdd, { account: 'rights', name: 'R', assignments: [{ departmentId, primary: true }] });
  await served.boss.call(employeeUpdate, { id, version: 1, title: 'Clerk' });
  const row = await newest({ objectId: id });
  const log = { [operationLog.code]: 'all', [operationLog.button.revert]: 'all' } as const;
  expect((await served.holder({ [operationLog.code]: 'all' }).ask(contract.operationRevert, { id: row.id })).code).toBe(65002);
  expect((await served.holder(log).ask(contract.operationRevert, { id: row.id })).code).toBe(65002);
  const able = served.holder({ ...log, [userManagement.code]: 'all', [userManagement.button.update]: 'all' });
  expect((await able.call(contract.operationRevert, { id: row.id })).reverted).toBe(1);
});

test('The filters offer every module, word and kind by name', async () => {
  const terms = await served.boss.call(contract.operationTerms, {});
  expect(terms.words).toContainEqual({ code: 'department.add', name: 'Added a department', module: 'user-centre' });
  expect(terms.modules).toContainEqual({ code: 'logs', name: 'Logs' });
  expect(terms.kinds).toContainEqual({ code: 'employee', name: expect.stringMatching(/[A-Z]/) });
  // No kind stands there as its code.
  expect(terms.kinds.filter(({ code, name }) => code === name)).toEqual([]);
});
