import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd, employeeDisable } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { publicAccountsModule } from '#modules/public-accounts/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { fanTag, tagAssign, tagMerge, tagOverlap, tagPreview, tagRemove } from '../../common/tag.contract.ts';
import { publicFansModule } from '../module.ts';
import { fansOfTags, missingTags } from '../public.ts';

const dayMillis = 86_400_000;
let served: TestModules;
let snoId = '';
let manager = '';
let [east, west, deep] = ['', '', ''];

/** A person of the brute force: what the tables say of them, in plain values. */
interface Person {
  id: string;
  /** Departments with all above, without the root. */
  under: string[];
  rank: number;
  state: 'none' | 'following' | 'left' | 'blocked' | undefined;
  followedAt: number | null;
  readAt: number | null;
  here: boolean;
  tags: Set<string>;
}
const people: Person[] = [];
const now = Date.now();
const boss = () => served.boss;

beforeAll(async () => {
  served = await serveModules(systemModule, ...peopleModules, publicAccountsModule, publicFansModule);
  [east, west] = [await department('East', rootDepartmentId), await department('West', rootDepartmentId)];
  deep = await department('Deep', east);
  manager = await person('manager', rootDepartmentId);
  snoId = await newAccount('news');
  const places = [
    { id: east, under: [east] },
    { id: deep, under: [deep, east] },
    { id: west, under: [west] },
  ];
  const states = [undefined, 'following', 'left', 'blocked', 'none'] as const;
  for (let at = 0; at < 30; at += 1) {
    const place = places[at % 3]!;
    const id = await person(`fan${at}`, place.id);
    const state = states[at % 5];
    const followedAt = state !== undefined && at % 2 === 0 ? now - (at * 9 + 1) * dayMillis : null;
    const readAt = state !== undefined && at % 4 < 2 ? now - (at * 5 + 1) * dayMillis : null;
    // East may follow, Deep follows until they leave, and every seventh by name without asking.
    const rank = at % 7 === 0 ? 3 : place.id === deep ? 2 : place.id === east ? 1 : at % 4 === 0 ? 2 : 0;
    people.push({ id, under: place.under, rank, state, followedAt, readAt, here: at % 11 !== 10, tags: new Set() });
  }
  await audience('department', east, 'allowed');
  await audience('department', deep, 'preset');
  for (const one of people.filter(({ rank, under }) => rank === 3 || (rank === 2 && under[0] === west)))
    await audience('employee', one.id, one.rank === 3 ? 'forced' : 'preset');
  const { db } = served.database;
  for (const one of people.filter(({ state }) => state !== undefined))
    await db
      .insertInto('sno_fan')
      .values({
        sno_id: snoId,
        employee_id: one.id,
        state: one.state!,
        state_before: null,
        followed_at: one.followedAt,
        left_at: null,
        origin: 'own',
        remark: '',
        last_read_at: one.readAt,
      })
      .execute();
  await boss().call(employeeDisable, { ids: people.filter(({ here }) => !here).map(({ id }) => id) });
}, 120_000);
afterAll(() => served.close());

const department = async (name: string, parentId: string): Promise<string> =>
  (await boss().call(departmentAdd, { parentId, name: { zh_CN: name } })).id;
const person = async (name: string, departmentId: string): Promise<string> =>
  (await boss().call(employeeAdd, { account: name, name, assignments: [{ departmentId, primary: true }] })).id;
const audience = (kind: 'department' | 'employee', id: string, mode: 'forced' | 'preset' | 'allowed') =>
  served.database.db
    .insertInto('sno_audience')
    .values({
      id: newId(),
      version: 1,
      created_at: now,
      created_by: null,
      updated_at: now,
      updated_by: null,
      sno_id: snoId,
      member_kind: kind,
      member_id: id,
      mode,
    })
    .execute();
const newAccount = async (code: string): Promise<string> =>
  (await boss().call(account.add, { name: { zh_CN: code }, code, ownerDeptId: rootDepartmentId, managerIds: [manager] })).id;
const add = async (name: string, more: object = {}): Promise<string> => (await boss().call(fanTag.add, { name, snoId, ...more })).id;

/** Who follows, counted by hand. */
const follows = ({ here, rank, state }: Person): boolean =>
  here && state !== 'blocked' && (rank === 3 || (rank === 2 && state !== 'left') || (rank === 1 && state === 'following'));
const found = async (choice: Partial<Record<'any' | 'all' | 'none', readonly string[]>>): Promise<string[]> => {
  const { db } = served.database;
  const { rows } = await sql<{ id: string }>`${await fansOfTags(db, snoId, { any: [], all: [], none: [], ...choice })}`.execute(db);
  return rows.map(({ id }) => id).toSorted();
};
const counted = (holds: (one: Person) => boolean): string[] =>
  people
    .filter((one) => follows(one) && holds(one))
    .map(({ id }) => id)
    .toSorted();

test('Fans chosen by manual, rule and platform tags are those of a count by hand, in every combination', async () => {
  const rules: [string, object, (one: Person) => boolean][] = [
    ['east', { departmentIds: [east] }, ({ under }) => under.includes(east)],
    ['deep or west', { departmentIds: [deep, west] }, ({ under }) => under.includes(deep) || under.includes(west)],
    ['newer', { newerThan: 60 }, ({ followedAt }) => followedAt === null || followedAt >= now - 60 * dayMillis],
    ['older', { olderThan: 60 }, ({ followedAt }) => followedAt !== null && followedAt < now - 60 * dayMillis],
    ['readers', { readWithin: 40 }, ({ readAt }) => (readAt ?? 0) >= now - 40 * dayMillis],
    [
      'silent in the east',
      { departmentIds: [east], unreadFor: 40 },
      ({ readAt, under }) => (readAt ?? 0) < now - 40 * dayMillis && under.includes(east),
    ],
  ];
  const tags: { id: string; holds: (one: Person) => boolean }[] = [];
  for (const [name, rule, holds] of rules) tags.push({ id: await add(name, { kind: 'rule', ...rule }), holds });
  const manual = await add('by hand');
  const chosen = people.filter(({ rank, here }, at) => at % 2 === 0 && rank > 0 && here).map(({ id }) => id);
  expect(await boss().call(tagAssign, { snoId, tagIds: [manual], empIds: chosen })).toEqual({ count: chosen.length });
  tags.push({ id: manual, holds: ({ id }) => chosen.includes(id) });
  const { list } = await boss().call(fanTag.list, { snoId, kind: 'platform' });
  expect(list.map(({ title }) => title).toSorted()).toEqual(['New in 30 days', 'Readers of 30 days', 'Silent for 90 days']);
  const platform = (title: string): string => list.find((one) => one.title === title)!.id;
  tags.push({ id: platform('New in 30 days'), holds: ({ followedAt }) => followedAt === null || followedAt >= now - 30 * dayMillis });
  tags.push({ id: platform('Readers of 30 days'), holds: ({ readAt }) => (readAt ?? 0) >= now - 30 * dayMillis });
  tags.push({
    id: platform('Silent for 90 days'),
    holds: ({ followedAt, readAt }) => followedAt !== null && followedAt < now - 90 * dayMillis && (readAt ?? 0) < now - 90 * dayMillis,
  });
  expect(counted(() => true).length).toBeGreaterThan(8);
  expect(await found({})).toEqual(counted(() => true));
  for (const [at, one] of tags.entries()) {
    expect([at, await found({ any: [one.id] })]).toEqual([at, counted(one.holds)]);
    const [two, three] = [tags[(at + 1) % tags.length]!, tags[(at + 3) % tags.length]!];
    expect([at, await found({ any: [one.id, two.id], none: [three.id] })]).toEqual([
      at,
      counted((who) => (one.holds(who) || two.holds(who)) && !three.holds(who)),
    ]);
    expect([at, await found({ all: [one.id, three.id] })]).toEqual([at, counted((who) => one.holds(who) && three.holds(who))]);
    expect([at, (await boss().call(fanTag.get, { id: one.id })).fans]).toEqual([at, counted(one.holds).length]);
  }
  const { fans, of, sample } = await boss().call(tagPreview, { snoId, departmentIds: [east] });
  expect([fans, of]).toEqual([counted(({ under }) => under.includes(east)).length, counted(() => true).length]);
  expect(sample.length).toBe(Math.min(5, fans));
  const shared = await boss().call(tagOverlap, { id: manual });
  expect(shared.list.find(({ id }) => id === tags[0]!.id)?.shared ?? 0).toBe(
    counted((who) => tags[0]!.holds(who) && chosen.includes(who.id)).length,
  );
  // A tag that is gone chooses nobody, and is told as missing.
  expect(await found({ any: [newId()] })).toEqual([]);
  expect(await missingTags(served.database.db, snoId, [manual, snoId])).toEqual([snoId]);
});

test('Tags are merged, taken by filter with the expected number, and come back with their fans when the deletion is reverted', async () => {
  const [one, two] = [await add('first'), await add('second')];
  const some = people.filter(({ rank, here }) => rank > 0 && here).slice(0, 6);
  const ids = some.map(({ id }) => id);
  await boss().call(tagAssign, { snoId, tagIds: [one], empIds: ids.slice(0, 4) });
  await boss().call(tagAssign, { snoId, tagIds: [two], empIds: ids.slice(2) });
  expect(await boss().call(tagMerge, { ids: [two], intoId: one })).toEqual({ count: 2 });
  expect(await found({ any: [one] })).toEqual(
    some
      .filter(follows)
      .map(({ id }) => id)
      .toSorted(),
  );
  const [line] = (await boss().call(listJournal, { kind: ['fanTag'], objectId: two, pageSize: 1 })).list;
  await boss().call(revertChanges, { operationIds: [line!.id], reason: 'test' });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from fan_tag_member where tag_id = ${two}::uuid`.execute(
    served.database.db,
  );
  expect(rows[0]!.n).toBe(4);
  const fans = some.filter(follows).length;
  const filter = { tagId: one };
  expect((await boss().ask(tagRemove, { snoId, tagIds: [one], filter, expected: fans + 1 })).code).toBe(15060);
  expect((await boss().ask(tagRemove, { snoId, tagIds: [one], filter })).code).toBe(10400);
  expect(await boss().call(tagRemove, { snoId, tagIds: [one], filter, expected: fans })).toEqual({ count: fans });
  expect((await boss().ask(tagAssign, { snoId, tagIds: [one], empIds: [newId()] })).code).toBe(10404);
});

test('Rules need conditions, manual tags have none, names are unique in an account, and built-in tags stay as they are', async () => {
  const code = async (more: object): Promise<number> => (await boss().ask(fanTag.add, { name: 'x', snoId, ...more })).code;
  expect(await code({ kind: 'rule' })).toBe(10400);
  expect(await code({ kind: 'manual', newerThan: 3 })).toBe(10400);
  expect(await code({ kind: 'platform' })).toBe(10400);
  expect(await code({ snoId: newId() })).toBe(10404);
  const id = await add('Unique');
  expect(await code({ name: 'unique' })).toBe(10411);
  const other = await newAccount('other');
  expect(await code({ name: 'unique', snoId: other })).toBe(0);
  const [built] = (await boss().call(fanTag.list, { snoId, kind: 'platform' })).list;
  expect((await boss().ask(fanTag.delete, { ids: [built!.id] })).code).toBe(10400);
  expect((await boss().ask(fanTag.update, { id: built!.id, version: built!.version, name: 'mine' })).code).toBe(10400);
  expect((await boss().ask(tagAssign, { snoId, tagIds: [built!.id], empIds: [people[0]!.id] })).code).toBe(10400);
  // A tag of another account is answered as one that does not exist.
  expect((await boss().ask(tagAssign, { snoId: other, tagIds: [id], empIds: [people[0]!.id] })).code).toBe(10404);
  const { rows } = await sql<{ kind: string }>`select kind from sno_log where sno_id = ${snoId}::uuid and ref_id = ${id}::uuid`.execute(
    served.database.db,
  );
  expect(rows.map(({ kind }) => kind)).toContain('fanTag.add');
});
