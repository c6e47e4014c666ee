import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { contactConfigGet, contactConfigUpdate } from '../common/config.contract.ts';
import { contactCheck, contactViewers, previewDept, previewPerson, previewSearch, previewTree } from '../common/insight.contract.ts';
import { fieldList, fieldSave } from '../common/field.contract.ts';
import { contactEmployeeSearch } from '../common/pick.contract.ts';
import { contactRanges, contactRole } from '../common/role.contract.ts';
import { contactRoleUsers } from '../common/role-user.contract.ts';
import { revealList } from '../common/reveal.contract.ts';
import { belongsList, belongsSave, specialUser } from '../common/special.contract.ts';
import { setFavourite } from './terminal/favourites.ts';
import { namesFor } from './terminal/config.ts';
import type { Eye } from './terminal/eye.ts';
import { peopleOf } from './terminal/people.ts';
import { mayUse, personCard, revealField } from './terminal/person.ts';
import { searchPeople } from './terminal/search.ts';
import { treeLevel } from './terminal/tree.ts';
import { TestDirectory } from './testing/directory-fixture.ts';

let house: TestDirectory;
let boss: TestDirectory['served']['boss'];
let [ann, place] = ['', ''];
const hidden: { id: string; employeeNo: string }[] = [];
const pairs = 300;
const unknown = (at: number): { id: string; employeeNo: string } => ({
  id: `01a00000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  employeeNo: `U${String(at).padStart(5, '0')}`,
});

beforeAll(async () => {
  house = await TestDirectory.open();
  boss = house.served.boss;
  place = await house.department('Secret');
  ann = await house.person('ann', [rootDepartmentId]);
  for (let at = 0; at < 30; at += 1) {
    const employeeNo = `H${String(at).padStart(5, '0')}`;
    const assignments = [{ departmentId: place, primary: true }];
    hidden.push({ id: (await boss.call(employeeAdd, { account: `h${at}`, name: `h${at}`, employeeNo, assignments })).id, employeeNo });
  }
  await house.role([{ kind: 'all' }], { people: [ann] }, { exactMatch: ['employeeNo'] });
  const { version, fields } = await boss.call(fieldList, {});
  const searched = fields.map((one) => (one.fieldKey === 'employeeNo' ? { ...one, searchable: 'exact' as const } : one));
  await boss.call(fieldSave, { version, fields: searched });
  const { roleId: rule } = await boss.call(specialUser.save, {
    name: 'Secret',
    code: 'secret',
    ownerDeptId: rootDepartmentId,
    mode: 'hidden',
  });
  await boss.call(belongsSave, { roleId: rule, parties: [{ kind: 'department', id: place }] });
});
afterAll(() => house.served.close());

/** An eye that counts what it asks of the database. */
async function counting(): Promise<{ eye: Eye; asked: () => number }> {
  const eye = await house.eye(ann);
  let asked = 0;
  const db = eye.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { eye: { ...eye, db }, asked: () => asked };
}

const calls: readonly ((eye: Eye, one: { id: string; employeeNo: string }) => Promise<unknown>)[] = [
  (eye, { id }) => personCard(eye, { empId: id, place: 'card' }),
  (eye, { id }) => personCard(eye, { empId: id, place: 'chat' }),
  (eye, { id }) => revealField(eye, { empId: id, fieldKey: 'mobile' }),
  (eye, { id }) => mayUse(eye, { empId: id, function: 'reach.chat' }),
  (eye, { id }) => setFavourite(eye, id, true),
  (eye, { id }) => namesFor(eye, [id]),
  (eye, { employeeNo }) => searchPeople(eye, { text: employeeNo }),
];

/** What a terminal gets of it, byte by byte, and how often the database was asked. */
async function told(call: (typeof calls)[number], one: { id: string; employeeNo: string }): Promise<string> {
  const { eye, asked } = await counting();
  const answer = await call(eye, one).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.answer, message: error.message, data: error.data };
  });
  return `${asked()} ${JSON.stringify(answer)}`;
}

test('An id that is hidden and one of nobody get the same bytes after the same questions', async () => {
  const answers = new Map<number, Set<string>>();
  for (let at = 0; at < pairs; at += 1) {
    const which = at % calls.length;
    const call = calls[which]!;
    const [left, right] = [await told(call, hidden[at % hidden.length]!), await told(call, unknown(at))];
    expect(left).toBe(right);
    answers.set(which, (answers.get(which) ?? new Set()).add(left));
  }
  // Nor do they differ from one to the next.
  for (const one of answers.values()) expect(one.size).toBe(1);
  // The same person, once not hidden any more, is found: the calls say something.
  const [rule] = (await boss.call(specialUser.list, {})).list;
  await boss.call(specialUser.delete, { ids: [rule!.id] });
  for (const call of calls.slice(0, 1)) expect(await told(call, hidden[0]!)).toContain('"h0"');
  expect(await told(calls[6]!, hidden[0]!)).toContain('"h0"');
});

test('Who looked through somebody, checked, asked for viewers or reveals, or changed the settings left one row each', async () => {
  const rows = async (operation: string): Promise<number> => {
    const { rows: found } = await house.served.database.pool.query<{ n: number }>(
      'select count(*)::int as n from audit_log where operation = $1',
      [operation],
    );
    return found[0]!.n;
  };
  const target = hidden[0]!.id;
  const { version } = await boss.call(contactConfigGet, {});
  const once = async <E extends Endpoint>(operation: E, word: string, input: Input<E>): Promise<void> => {
    const before = await rows(word);
    await boss.call(operation, input);
    await expect.poll(() => rows(word)).toBe(before + 1);
  };
  await once(previewTree, 'contact.preview', { asEmpId: ann });
  await once(previewDept, 'contact.preview', { asEmpId: ann, deptId: rootDepartmentId });
  await once(previewSearch, 'contact.preview', { asEmpId: ann, text: 'a' });
  await once(previewPerson, 'contact.preview', { asEmpId: ann, empId: target });
  await once(contactCheck, 'contact.check', { pairs: [{ viewerId: ann, targetId: target }] });
  await once(contactViewers, 'contact.viewers', { targetId: target });
  await once(revealList, 'contact.reveal.read', {});
  await once(contactConfigUpdate, 'contactConfig.update', { version, searchMin: 2 });
});

test('Whoever left or is still to come is in no answer, count or picker, also where the disabled show', async () => {
  const { pool } = house.served.database;
  const team = await house.department('Team');
  const [stays, gone, soon] = [await house.person('stays', [team]), await house.person('gone', [team]), await house.person('soon', [team])];
  const roleId = await house.role([{ kind: 'employees', ids: [gone, stays] }], { people: [gone, stays] });
  const rule = (await boss.call(specialUser.save, { name: 'G', code: 'g', ownerDeptId: rootDepartmentId, mode: 'limited' })).roleId;
  await boss.call(belongsSave, { roleId: rule, parties: [{ kind: 'employee', id: gone }] });
  const { version, id: _id, updatedAt: _at, updatedBy: _by, ...settings } = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version, ...settings, searchMin: 1, showDisabled: true });
  await pool.query(`update employee set status = 'left', left_at = 1 where id = $1`, [gone]);
  await pool.query(`update employee set status = 'pending' where id = $1`, [soon]);
  const eye = await house.eye(ann);
  const found = async (text: string) => (await searchPeople(eye, { text })).list.map(({ name }) => name);
  expect([await found('stays'), await found('gone'), await found('soon')]).toEqual([['stays'], [], []]);
  expect((await peopleOf(eye, { deptId: team, limit: 50 })).list.map(({ name }) => name)).toEqual(['stays']);
  expect((await treeLevel(eye, { parentId: rootDepartmentId })).nodes.find(({ id }) => id === team)?.count).toBe(1);
  for (const id of [gone, soon])
    for (const call of calls.slice(0, 6)) expect(await told(call, { id, employeeNo: '' })).toBe(await told(call, unknown(1)));
  // In a group that they share the name shows, as a former one.
  expect((await namesFor(eye, [gone], new Set([gone]))).list).toMatchObject([{ name: 'gone', former: true }]);
  const picked = async (text: string) => (await boss.call(contactEmployeeSearch, { text })).list.map(({ name }) => name);
  expect([await picked('gone'), await picked('stays')]).toEqual([[], ['stays']]);
  expect((await boss.call(contactRoleUsers, { text: 'gone' })).total).toBe(0);
  expect((await boss.call(contactRole.getRoleEmpList, { roleId })).list.map(({ name }) => name)).toEqual(['stays']);
  expect((await boss.call(contactRole.find, { roleId })).people).toBe(1);
  const { rows, people } = await boss.call(contactRanges, { roleId, kind: 'auth' });
  expect([people, rows[0]!.objects.map(({ name, broken }) => `${name} ${broken}`).toSorted()]).toEqual([1, [' true', 'stays false']]);
  expect([(await boss.call(belongsList, { roleId: rule })).total, (await boss.call(specialUser.find, { roleId: rule })).belongs]).toEqual([
    0, 0,
  ]);
  expect(await boss.ask(contactCheck, { pairs: [{ viewerId: ann, targetId: gone }] })).toMatchObject({ code: 10404 });
});
