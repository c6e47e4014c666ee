import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#kit/server/caller.ts';
import { replaceDepartments } from '#kit/server/change/replace-departments.ts';
import { crowdAdd, crowdDelete } from '#modules/crowds/common/crowd.contract.ts';
import { departmentRemove } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { contactConfigGet, contactConfigUpdate } from '../common/config.contract.ts';
import { contactImpact, previewSearch, type RuleDraft } from '../common/insight.contract.ts';
import { contactRangeCount, contactRanges, contactRole, contactSaveRanges } from '../common/role.contract.ts';
import { belongsList, belongsRemove, belongsSave, specialDisable, specialEnable, specialUser } from '../common/special.contract.ts';
import { whiteAdd, whiteList, whiteRemove, whiteUpdate } from '../common/whitelist.contract.ts';
import { TestDirectory } from './testing/directory-fixture.ts';

let house: TestDirectory;
let boss: TestDirectory['served']['boss'];
let [north, south, old, successor] = ['', '', '', ''];
let [ann, bob, cat, dan] = ['', '', '', ''];
const day = 86_400_000;

beforeAll(async () => {
  house = await TestDirectory.open();
  boss = house.served.boss;
  north = await house.department('North', { kind: 'company' });
  south = await house.department('South', { kind: 'company' });
  old = await house.department('Old', { parentId: south });
  successor = await house.department('Heir', { parentId: south });
  ann = await house.person('ann', [north]);
  bob = await house.person('bob', [south]);
  cat = await house.person('cat', [old]);
  dan = await house.person('dan', [successor]);
});
afterAll(() => house.served.close());

const nobody = (id: string) => ({ roleId: id, kind: 'auth' as const, rows: [{ kind: 'self' as const }] });
async function rule(mode: 'hidden' | 'limited', parties: readonly { kind: 'employee' | 'department' | 'crowd'; id: string }[]) {
  const name = house.word();
  const { roleId } = await boss.call(specialUser.save, { name, code: name, ownerDeptId: rootDepartmentId, mode });
  await boss.call(belongsSave, { roleId, parties: [...parties] });
  return { roleId, name };
}

test('A department and a crowd that contacts name are not deleted; the refusal names each place', async () => {
  const place = await house.department('Named', { parentId: south });
  const [name, code] = [house.word(), house.word()];
  const crowd = (await boss.call(crowdAdd, { kind: 'fixed', name: { zh_CN: name }, code, ownerDeptId: rootDepartmentId, includes: [ann] }))
    .id;
  const roleId = await house.role(
    [
      { kind: 'depts', ids: [place] },
      { kind: 'crowds', ids: [crowd] },
    ],
    { people: [ann] },
  );
  const roleName = (await boss.call(contactRole.find, { roleId })).name;
  const { roleId: specialId, name: ruleName } = await rule('limited', [
    { kind: 'department', id: place },
    { kind: 'crowd', id: crowd },
  ]);
  const until = Date.now() + day;
  const white = [
    await boss.call(whiteAdd, { memberKind: 'department', memberId: place, reason: 'white of a place', until }),
    await boss.call(whiteAdd, { memberKind: 'crowd', memberId: crowd, reason: 'white of a crowd', until }),
  ];
  const refusals = async () => [
    JSON.stringify(await boss.ask(departmentRemove, { ids: [place] })),
    JSON.stringify(await boss.ask(crowdDelete, { ids: [crowd] })),
  ];
  for (const [at, text] of (await refusals()).entries()) {
    expect(text).toContain('"code":10410');
    for (const word of [roleName, ruleName, at === 0 ? 'white of a place' : 'white of a crowd']) expect(text).toContain(word);
  }
  await boss.call(whiteRemove, { ids: white.map(({ id }) => id) });
  await boss.call(specialUser.delete, { ids: [specialId] });
  for (const text of await refusals()) expect(text).toContain(roleName);
  const { version } = await boss.call(contactRole.find, { roleId });
  await boss.call(contactSaveRanges, { ...nobody(roleId), version });
  expect(await boss.ask(departmentRemove, { ids: [place] })).toMatchObject({ code: 0 });
  expect(await boss.ask(crowdDelete, { ids: [crowd] })).toMatchObject({ code: 0 });
  await boss.call(contactRole.delete, { ids: [roleId] });
});

test('Where a department takes the place of another, ranges, special rules and the white list name it', async () => {
  const roleId = await house.role(
    [{ kind: 'depts', ids: [old, successor] }],
    { people: [ann] },
    { search: [{ kind: 'depts', ids: [old] }] },
  );
  const { roleId: specialId } = await rule('limited', [{ kind: 'department', id: old }]);
  const until = Date.now() + day;
  const moved = { memberKind: 'department' as const, memberId: old, reason: 'old', until };
  await boss.call(whiteAdd, moved);
  const { services, database } = house.served;
  const means = { services, caller: { ...systemCaller('department.merge'), language: 'en_US' as const } };
  const step = { replacing: new Map([[old, successor]]), step: 'replace' as const, options: {} };
  await database.db.transaction().execute((tx) => replaceDepartments(tx, means, step));
  const idsOf = async (kind: 'auth' | 'search') =>
    (await boss.call(contactRanges, { roleId, kind })).rows.map(({ objects }) => objects.map(({ id }) => id));
  expect([await idsOf('auth'), await idsOf('search')]).toEqual([[[successor]], [[successor]]]);
  expect((await boss.call(belongsList, { roleId: specialId })).list.map(({ id }) => id)).toEqual([successor]);
  expect((await boss.call(whiteList, {})).list.map(({ memberId, reason }) => [memberId, reason])).toEqual([[successor, 'old']]);
  // Where both stand on the white list, the entry of the one that stays decides.
  await boss.call(whiteAdd, { ...moved, reason: 'again' });
  await database.db.transaction().execute((tx) => replaceDepartments(tx, means, step));
  expect((await boss.call(whiteList, {})).list.map(({ memberId, reason }) => [memberId, reason])).toEqual([[successor, 'old']]);
  await boss.call(whiteRemove, { ids: (await boss.call(whiteList, {})).list.map(({ id }) => id) });
  await boss.call(specialUser.delete, { ids: [specialId] });
  await boss.call(contactRole.delete, { ids: [roleId] });
});

test('Rows that are not saved are counted, and what is gone gives nobody and shows as broken', async () => {
  const roleId = await house.role([{ kind: 'self' }], { people: [ann] });
  const count = async (rows: Parameters<TestDirectory['role']>[0]) => boss.call(contactRangeCount, { roleId, rows: [...rows] });
  expect(await count([{ kind: 'depts', ids: [south] }])).toMatchObject({ people: 3, byHolder: false });
  const without = { kind: 'depts' as const, ids: [old], exclude: true };
  expect(await count([{ kind: 'depts', ids: [south] }, without])).toMatchObject({ people: 2 });
  expect(await count([{ kind: 'self' }, { kind: 'employees', ids: [bob] }])).toMatchObject({ people: 1, byHolder: true });
  expect(await count([])).toMatchObject({ people: 0, byHolder: false });
  const lost = await house.department('Lost', { parentId: south });
  const { version } = await boss.call(contactRole.find, { roleId });
  await boss.call(contactSaveRanges, { roleId, version, kind: 'auth', rows: [{ kind: 'depts', ids: [lost] }] });
  // As a restored backup or a source may leave it: deleting by hand is refused.
  await house.served.database.pool.query('delete from department where id = $1', [lost]);
  const ranges = await boss.call(contactRanges, { roleId, kind: 'auth' });
  expect(ranges).toMatchObject({ people: 0, rows: [{ objects: [{ id: lost, broken: true }] }] });
  expect(await count([{ kind: 'depts', ids: [lost] }])).toMatchObject({ people: 0 });
  await boss.call(contactRole.delete, { ids: [roleId] });
});

const seenWith = async (asEmpId: string, draft?: RuleDraft): Promise<string[]> => {
  const found: string[] = [];
  for (const text of ['ann', 'bob', 'cat', 'dan']) {
    const { list } = await boss.call(previewSearch, { asEmpId, text, ...(draft && { draft: JSON.stringify(draft) }) });
    found.push(...list.map(({ id }) => id));
  }
  return found;
};

/** What See as shows with a change and without it, over everybody who looks, in the words of the impact. */
async function byLooking(draft: RuleDraft) {
  const [gain, lose, more, less] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const viewer of [ann, bob, cat, dan]) {
    const [before, after] = [await seenWith(viewer), await seenWith(viewer, draft)];
    for (const one of after.filter((id) => !before.includes(id))) {
      gain.add(viewer);
      more.add(one);
    }
    for (const one of before.filter((id) => !after.includes(id))) {
      lose.add(viewer);
      less.add(one);
    }
  }
  return [gain, lose, more, less].map((ids) => [...ids].toSorted());
}

async function announced(draft: RuleDraft) {
  const answer = await boss.call(contactImpact, { draft });
  const own = new Set([ann, bob, cat, dan]);
  const parts = [answer.gain, answer.lose, answer.moreVisible, answer.lessVisible];
  return parts.map(({ sample }) => sample.flatMap(({ id }) => (own.has(id) ? [id] : [])).toSorted());
}

test('What impact announces is what See as shows with the change: for ranges, and for roles and rules switched on and off', async () => {
  const roleId = await house.role([{ kind: 'ownCompany' }], { people: [ann, bob] });
  const wider: RuleDraft = {
    kind: 'range',
    roleId,
    range: 'auth',
    sameAsAuth: false,
    rows: [{ kind: 'depts', ids: [old], withBelow: true, exclude: false }],
  };
  const off: RuleDraft = { kind: 'role', roleId, state: 'disabled' };
  for (const draft of [wider, off]) {
    expect(await announced(draft)).toEqual(await byLooking(draft));
    expect((await announced(draft)).flat().length).toBeGreaterThan(0);
  }
  await boss.call(contactRole.disable, { ids: [roleId] });
  const on: RuleDraft = { kind: 'role', roleId, state: 'enabled' };
  // Ann loses the south, bob the north.
  expect(await announced(on)).toEqual([[], [ann, bob], [], [ann, bob, cat, dan]].map((ids) => ids.toSorted()));
  expect(await byLooking(on)).toEqual(await announced(on));
  const wrong = await boss.ask(contactRole.enable, { ids: [roleId], expect: { gain: 0, lose: 1 } });
  expect(wrong).toMatchObject({ code: 20050, data: { gain: 0, lose: 2 } });
  await boss.call(contactRole.enable, { ids: [roleId], expect: { gain: 0, lose: 2 } });
  expect(await seenWith(ann)).toEqual([ann]);

  const { roleId: specialId } = await rule('hidden', [{ kind: 'employee', id: cat }]);
  const without: RuleDraft = { kind: 'special', roleId: specialId, state: 'disabled' };
  expect(await announced(without)).toEqual([[bob, dan], [], [cat], []].map((ids) => ids.toSorted()));
  expect(await byLooking(without)).toEqual(await announced(without));
  await boss.call(specialDisable, { ids: [specialId] });
  const back: RuleDraft = { kind: 'special', roleId: specialId, state: 'enabled' };
  expect(await announced(back)).toEqual([[], [bob, dan], [], [cat]].map((ids) => ids.toSorted()));
  expect(await byLooking(back)).toEqual(await announced(back));
  const { lose } = await boss.call(contactImpact, { draft: back });
  const enabling = { ids: [specialId], expect: { gain: 0, lose: lose.count } };
  expect(await boss.ask(specialEnable, { ...enabling, expect: { gain: 7, lose: lose.count } })).toMatchObject({ code: 20050 });
  expect(await boss.ask(specialEnable, enabling)).toMatchObject({ code: 0 });
  expect(await seenWith(dan)).toEqual(expect.not.arrayContaining([cat]));
});

test('Exceptions, roles that are given, several rules at once, white list and settings: their impact is what is seen, and other numbers are refused', async () => {
  const before = (await boss.call(contactRole.list, {})).list.filter(({ builtIn }) => !builtIn).map(({ id }) => id);
  await boss.call(contactRole.delete, { ids: before });
  await boss.call(specialUser.delete, { ids: (await boss.call(specialUser.list, {})).list.map(({ id }) => id) });
  const { roleId: first } = await rule('hidden', [{ kind: 'employee', id: cat }]);
  const { roleId: second } = await rule('hidden', [{ kind: 'employee', id: dan }]);
  const exception: RuleDraft = { kind: 'special', roleId: first, membersAdd: [{ kind: 'employee', id: ann }] };
  // Nobody but ann is looked at, however large the company is.
  expect(await announced(exception)).toEqual([[ann], [], [cat], []]);
  expect(await byLooking(exception)).toEqual(await announced(exception));
  const offs = [first, second].map((roleId) => ({ kind: 'special' as const, roleId, state: 'disabled' as const }));
  const { gain, moreVisible } = await boss.call(contactImpact, { draft: offs[0]!, more: [offs[1]!] });
  expect(moreVisible.sample.map(({ id }) => id).toSorted()).toEqual([cat, dan].toSorted());
  const both = { ids: [first, second], expect: { gain: gain.count, lose: 0 } };
  expect(await boss.ask(specialDisable, { ...both, expect: { gain: gain.count - 1, lose: 0 } })).toMatchObject({ code: 20050 });
  expect(await boss.ask(specialDisable, both)).toMatchObject({ code: 0 });
  const gone = { ids: [first, second], expect: { gain: 1, lose: 0 } };
  // What is off already changes nothing for anybody.
  expect(await boss.ask(specialUser.delete, gone)).toMatchObject({ code: 20050 });
  expect(await boss.ask(specialUser.delete, { ...gone, expect: { gain: 0, lose: 0 } })).toMatchObject({ code: 0 });

  const roleId = await house.role([{ kind: 'self' }], {});
  const given: RuleDraft = { kind: 'role', roleId, membersAdd: [{ kind: 'employee', id: bob }] };
  expect(await announced(given)).toEqual([[], [bob], [], [ann, cat, dan].toSorted()]);
  expect(await byLooking(given)).toEqual(await announced(given));
  await boss.call(contactRole.assignEmployees, { roleId, ids: [bob] });

  const entry = { memberKind: 'employee' as const, memberId: bob, reason: 'x', until: Date.now() + day };
  expect(await announced({ kind: 'whitelist', add: { kind: 'employee', id: bob }, includeHidden: false })).toEqual([
    [bob],
    [],
    [ann, cat, dan].toSorted(),
    [],
  ]);
  const refused = async (work: Promise<{ code: number }>) => expect((await work).code).toBe(20050);
  await refused(boss.ask(whiteAdd, { ...entry, expect: { gain: 0, lose: 0 } }));
  const { id } = await boss.call(whiteAdd, { ...entry, expect: { gain: 1, lose: 0 } });
  await refused(boss.ask(whiteUpdate, { id, version: 1, includeHidden: true, expect: { gain: 1, lose: 0 } }));
  await boss.call(whiteUpdate, { id, version: 1, includeHidden: true, expect: { gain: 0, lose: 0 } });
  await refused(boss.ask(whiteRemove, { ids: [id], expect: { gain: 0, lose: 0 } }));
  await boss.call(whiteRemove, { ids: [id], expect: { gain: 0, lose: 1 } });

  const { roleId: empty } = await rule('hidden', [{ kind: 'employee', id: cat }]);
  const parties = [{ kind: 'employee' as const, id: dan }];
  const under = await boss.call(contactImpact, { draft: { kind: 'special', roleId: empty, belongsAdd: parties } });
  // Whoever is protected too sees the others of the rule.
  const agreed = { gain: under.gain.count, lose: under.lose.count };
  expect(agreed.gain).toBe(1);
  await refused(boss.ask(belongsSave, { roleId: empty, parties, expect: { ...agreed, lose: agreed.lose + 1 } }));
  await boss.call(belongsSave, { roleId: empty, parties, expect: agreed });
  await refused(boss.ask(belongsRemove, { roleId: empty, parties, expect: agreed }));

  const { version } = await boss.call(contactConfigGet, {});
  const off = { version, reportingLineAlways: false };
  await refused(boss.ask(contactConfigUpdate, { ...off, expect: { gain: 5, lose: 0 } }));
  expect(await boss.call(contactConfigUpdate, { ...off, expect: { gain: 0, lose: 0 } })).toMatchObject({ reportingLineAlways: false });
  // A file that switches a role on or off goes by the same words: who gains or loses it.
  const impact = async (operation: typeof contactRole.disable) =>
    (await boss.ask(operation, { ids: [roleId], dryRun: true } as never)).data;
  expect(await impact(contactRole.disable)).toMatchObject({ impact: { loseRoles: 1 } });
});
