import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactConfigGet, contactConfigUpdate } from '../../src/modules/contacts/common/config.contract.ts';
import * as contact from '../../src/modules/contacts/common/client.contract.ts';
import { fieldList, fieldSave } from '../../src/modules/contacts/common/field.contract.ts';
import { previewDept, previewPerson, previewSearch, previewTree } from '../../src/modules/contacts/common/insight.contract.ts';
import { contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { contactFunctions } from '../../src/modules/contacts/common/words.ts';
import * as me from '../../src/modules/terminal/common/me.contract.ts';
import { employeeDisable, employeeEnable, employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { employeeLeave } from '../../src/modules/people/common/life/life.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { seedOf, shareOf } from '../share.ts';
import type { Wire } from '../sign-in/console.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

/** People with terminals, and people about whom they ask. */
const [viewers, others] = [50, 150];
const everything = { functions: contactFunctions };
let house: DirectoryHouse;
let wire: Wire;
const departments: string[] = [];
const people: { id: string; account: string }[] = [];

// A small generator with a seed, so that a failure can be had again.
let state = seedOf(20_260);
const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
const any = <T>(list: readonly T[]): T => list[next(list.length)]!;

beforeAll(async () => {
  house = await DirectoryHouse.open();
  ({ wire } = house);
  for (const company of ['East', 'West', 'South']) {
    const top = await house.department(company, rootDepartmentId, 'company');
    departments.push(top);
    for (const name of ['Sales', 'Works', 'Care']) departments.push(await house.department(`${company} ${name}`, top));
  }
  for (let at = 0; at < viewers + others; at += 1) {
    const account = `p${at}`;
    const places = [...new Set(Array.from({ length: 1 + next(2) }, () => any(departments)))];
    const managerId = at > 5 && next(2) === 0 ? any(people).id : null;
    const more = { managerId, employeeNo: `N${at}`, mobile: `+861390000${1000 + at}`, title: `T${next(9)}` };
    people.push({ account, id: await house.person(account, places, more, at < viewers) });
  }
}, 240_000);
afterAll(() => house.stop());

const plain = (value: unknown): string => JSON.stringify(value, (key, inner: unknown) => (key === 'why' ? undefined : inner));

test('9: See as draws for 50 people what their terminals are answered about 200 others', async () => {
  await house.role([{ kind: 'ownCompany' }], { departments: [departments[0]!] }, everything);
  await house.role(
    [{ kind: 'depts', ids: [departments[5]!, departments[8]!] }],
    { people: people.slice(0, 20).map(({ id }) => id) },
    everything,
  );
  await house.role([{ kind: 'reportingLine' }, { kind: 'ownDept' }], { people: people.slice(15, 40).map(({ id }) => id) }, everything);
  await house.special({ mode: 'hidden' }, [{ kind: 'department', id: departments[7]! }]);
  await house.special({ mode: 'searchOnly' }, [{ kind: 'employee', id: people[60]!.id }]);
  await house.special(
    { mode: 'limited' },
    people.slice(70, 90).map(({ id }) => ({ kind: 'employee' as const, id })),
  );
  const { version, fields } = await wire.call(fieldList, {});
  const changed = fields.map((one) => (one.fieldKey === 'mobile' ? { ...one, visibleTo: ['sameDept' as const] } : one));
  await wire.call(fieldSave, { version, fields: changed });
  let seen = 0;
  for (const [at, viewer] of people.slice(0, viewers).entries()) {
    const phone = await house.phone(viewer.account);
    const as = { asEmpId: viewer.id, language: 'en_US' as const };
    const deptId = any(departments);
    const [tree, own] = [
      await wire.ask(previewTree, { ...as, parentId: deptId }),
      await phone.ask(contact.clientTree, { parentId: deptId }),
    ];
    expect([viewer.account, tree.code, plain(tree.data)]).toEqual([viewer.account, own.code, plain(own.data)]);
    const [page, shown] = [await wire.ask(previewDept, { ...as, deptId }), await phone.ask(contact.clientPeople, { deptId })];
    expect([viewer.account, page.code, plain(page.data)]).toEqual([viewer.account, shown.code, plain(shown.data)]);
    const text = `p${next(20)}`;
    expect(plain(await wire.call(previewSearch, { ...as, text }))).toBe(plain(await phone.call(contact.clientSearch, { text })));
    // Four of the 200 each: all of them are asked about once.
    for (const target of people.slice(at * 4, at * 4 + 4)) {
      const card = await phone.ask(contact.clientPerson, { empId: target.id });
      const { person } = await wire.call(previewPerson, { ...as, empId: target.id });
      expect([viewer.account, target.account, plain(person)]).toEqual([
        viewer.account,
        target.account,
        card.code === 0 ? plain(card.data) : 'null',
      ]);
      seen += card.code === 0 ? 1 : 0;
    }
  }
  // Some are seen and some are not: both were compared.
  expect([seen > 20, seen < 180]).toEqual([true, true]);
});

test('Rows carry the mark of a picture, which is fetched by it; a copy hears of a new one, and nobody gets that of somebody unseen', async () => {
  const { default: sharp } = await import('sharp');
  const image = async (background: string) =>
    (
      await sharp({ create: { width: 400, height: 400, channels: 3, background } })
        .png()
        .toBuffer()
    ).toString('base64');
  const home = departments[1]!;
  const ids = {
    ann: await house.person('ann', [home]),
    amy: await house.person('amy', [home]),
    far: await house.person('far', [departments[9]!]),
  };
  await house.role([{ kind: 'ownDept' }], { people: [ids.ann, ids.amy] }, everything);
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, offlineMode: 'visible' });
  const [phone, hers, theirs] = [await house.phone('ann'), await house.phone('amy'), await house.phone('far')];
  await phone.sync();
  const kept = () => phone.copy.get(ids.amy) as { avatar: string | null } | undefined;
  expect(kept()?.avatar).toBeNull();
  const first = (await hers.call(me.meAvatar, { picture: await image('#204080') })).avatar;
  await theirs.call(me.meAvatar, { picture: await image('#208040') });
  const fetched = (empIds: string[]) => phone.call(contact.clientPictures, { empIds });
  const [row] = (await phone.call(contact.clientSearch, { text: 'amy' })).list;
  const { list } = await fetched([ids.amy, ids.ann, ids.far, rootDepartmentId]);
  expect(list).toEqual([{ id: ids.amy, mark: row!.avatar, picture: first }]);
  expect(row!.avatar).toMatch(/^[\da-f]{12}$/);
  const inList = (await phone.call(contact.clientPeople, { deptId: home, limit: 200 })).list.find(({ id }) => id === ids.amy);
  expect(inList?.avatar).toBe(row!.avatar);
  await expect.poll(async () => (await phone.sync(), kept()?.avatar)).toBe(row!.avatar);
  // Another picture is another mark, and stands in the history of the person.
  await hers.call(me.meAvatar, { picture: await image('#802040') });
  await expect.poll(async () => (await phone.sync(), kept()?.avatar)).not.toBe(row!.avatar);
  expect((await fetched([ids.amy])).list).toMatchObject([{ mark: kept()?.avatar }]);
  // Whoever is hidden is absent, as whoever does not exist.
  await house.special({ mode: 'hidden' }, [{ kind: 'employee', id: ids.amy }]);
  expect(await fetched([ids.amy])).toEqual({ list: [] });
  expect((await phone.ask(contact.clientPictures, { empIds: Array.from({ length: 51 }, () => ids.amy) })).code).toBe(10400);
});

test('24: a hidden id and one of nobody read the same, in many pairs of calls', async () => {
  await house.clear();
  await house.special({ mode: 'hidden' }, [
    { kind: 'department', id: departments[7]! },
    ...people.slice(100, 140).map(({ id }) => ({ kind: 'employee' as const, id })),
  ]);
  // The reporting line sees its own, hidden or not: here nobody does.
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, reportingLineAlways: false });
  const phone = await house.phone('p0');
  const strip = ({ status, code, msg, data, headers }: Awaited<ReturnType<TestTerminal['ask']>>) =>
    JSON.stringify({ status, code, msg, data, length: headers['content-length'] });
  const calls = [
    (empId: string) => phone.ask(contact.clientPerson, { empId }),
    (empId: string) => phone.ask(contact.clientPerson, { empId, place: 'chat' }),
    (empId: string) => phone.ask(contact.clientReveal, { empId, fieldKey: 'mobile' }),
    (empId: string) => phone.ask(contact.clientCan, { empId, function: 'reach.chat' }),
    (empId: string) => phone.ask(contact.clientBatch, { empIds: [empId] }),
    (empId: string) => phone.ask(contact.clientPictures, { empIds: [empId] }),
    (empId: string) => phone.ask(contact.clientFavouriteAdd, { empId }),
  ] as const;
  for (let pair = 0; pair < shareOf(300); pair += 1) {
    // So many calls are none of one terminal.
    if (pair % 10 === 0) phone.roam();
    const call = calls[pair % calls.length]!;
    const nobody = `01a00000-0000-7000-8000-${String(pair).padStart(12, '0')}`;
    expect([pair, strip(await call(people[100 + (pair % 40)]!.id))]).toEqual([pair, strip(await call(nobody))]);
  }
  await wire.call(contactConfigUpdate, { version: version + 1, reportingLineAlways: true });
});

test('14: a copy that follows many changes of people and rules is the copy that is made anew', { timeout: 300_000 }, async () => {
  await house.clear();
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, offlineMode: 'visible' });
  const roleId = await house.role([{ kind: 'depts', ids: departments.slice(0, 6) }], { people: [people[0]!.id] }, everything);
  const phone = await house.phone('p0');
  await phone.sync(200);
  const crowd = people.slice(20, 140).map(({ id }) => id);
  const gone = new Set<string>();
  const write = async (id: string, fields: Record<string, unknown>): Promise<void> => {
    const { version: at } = await wire.call(employeeGet, { id });
    // Whoever was led by somebody who leaves at this moment is changed by that too: then this change is none.
    expect([0, 10409]).toContain((await wire.ask(employeeUpdate, { id, version: at, ...fields })).code);
  };
  let resets = 0;
  const rounds = shareOf(1_000);
  for (let round = 0; round < rounds; round += 1) {
    const id = any(crowd.filter((one) => !gone.has(one)));
    const what = next(20);
    if (what < 9) await write(id, { assignments: [{ departmentId: any(departments), primary: true }] });
    else if (what < 16) await write(id, { name: `Renamed ${round}` });
    else if (what === 16 && gone.size < 40) {
      gone.add(id);
      await wire.call(employeeLeave, { ids: [id] });
    } else if (what === 17) {
      await wire.call(employeeDisable, { ids: [id] });
      await wire.call(employeeEnable, { ids: [id] });
    } else {
      const { version: before } = await wire.call(contactRole.find, { roleId });
      const ids = departments.slice(next(4), 5 + next(4));
      await wire.call(contactSaveRanges, { roleId, version: before, kind: 'auth', rows: [{ kind: 'depts', ids }] });
    }
    if (round % 20 === 0) phone.roam();
    if (next(25) === 0) ({ resets } = { resets: resets + (await phone.sync(50)).resets });
  }
  expect(gone.size).toBeGreaterThan(rounds / 100);
  const sorted = () => JSON.stringify([...phone.copy].toSorted(([one], [other]) => one.localeCompare(other)));
  const both = async () => {
    phone.roam();
    await phone.sync(50);
    const [kept, copy, cursor] = [sorted(), [...phone.copy], phone.cursor];
    phone.copy.clear();
    phone.cursor = undefined;
    await phone.sync(200);
    const anew = sorted();
    phone.copy.clear();
    for (const [id, person] of copy) phone.copy.set(id, person);
    phone.cursor = cursor;
    return [kept, anew];
  };
  // The feed shows a change when everything older is over, elsewhere on the database's server too.
  await expect.poll(async () => new Set(await both()).size, { timeout: 60_000, interval: 500 }).toBe(1);
  expect(phone.copy.size).toBeGreaterThan(30);
  expect(resets).toBe(0);
});
