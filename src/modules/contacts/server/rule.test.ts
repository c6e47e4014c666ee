import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactConfigGet, contactConfigUpdate } from '../common/config.contract.ts';
import { fieldList, fieldSave } from '../common/field.contract.ts';
import { contactViewers, previewDept, previewPerson, previewSearch, previewTree } from '../common/insight.contract.ts';
import { contactRole, contactSaveRanges, contactSaveResources, type RangeRow } from '../common/role.contract.ts';
import { belongsSave, specialDisable, specialEnable, specialUser } from '../common/special.contract.ts';
import { contactFunctions, type SpecialMode } from '../common/words.ts';
import { departmentMove, departmentUpdate, departmentGet } from '#modules/people/common/department.contract.ts';
import { employeeDisable, employeeEnable, employeeGet, employeeRemove, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { everyoneRoleId } from './directory.ts';
import { decide } from './rule/decide.ts';
import { openContactRules } from './rule/open-rules.ts';
import { readPeople } from './rule/read-people.ts';
import { isSeenSql, ofStatus, type Face } from './rule/visible.ts';
import { peopleOf } from './terminal/people.ts';
import { personCard } from './terminal/person.ts';
import { searchPeople } from './terminal/search.ts';
import { syncCopy } from './terminal/sync.ts';
import { treeLevel } from './terminal/tree.ts';
import { TestDirectory } from './testing/directory-fixture.ts';

const peopleCount = 500;
let house: TestDirectory;
const departments: string[] = [];
const parents = new Map<string, string>();
const people: string[] = [];

/** The same numbers in each run. */
let seed = 42;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const one = <T>(all: readonly T[]): T => all[random(all.length)]!;

interface Rule {
  id: string;
  priority: number;
  mode: SpecialMode;
  belongs: { kind: 'employee' | 'department'; id: string }[];
  exceptions: string[];
}
const roles: { id: string; auth: RangeRow[]; search: RangeRow[]; people: string[]; departments: string[] }[] = [];
const specials: Rule[] = [];

beforeAll(async () => {
  house = await TestDirectory.open();
  for (let at = 0; at < 24; at += 1) {
    const parentId = at < 4 ? rootDepartmentId : one(departments);
    const id = await house.department(`D${at}`, { parentId, kind: at < 4 ? 'company' : 'department' });
    departments.push(id);
    parents.set(id, parentId);
  }
  for (let at = 0; at < peopleCount; at += 1) {
    const homes = [...new Set([one(departments), ...(random(6) === 0 ? [one(departments)] : [])])];
    const manager = people.length > 0 && random(3) > 0 ? { managerId: people[random(Math.min(people.length, 40))]! } : {};
    people.push(await house.person(`p${at}`, homes, manager));
  }
  await rules();
  // As the database does by itself in time: without it it takes the company for empty.
  await house.served.database.pool.query('analyze');
}, 180_000);
afterAll(() => house.served.close());

const row = (kind: RangeRow['kind'], ids: string[] = [], more: Partial<RangeRow> = {}): RangeRow => ({
  kind,
  ids: ids.toSorted(),
  withBelow: true,
  exclude: false,
  ...more,
});
const rowsAtRandom = (): RangeRow[] => {
  const choices: (() => RangeRow)[] = [
    () => row('ownDept'),
    () => row('ownDeptBelow'),
    () => row('ownCompany'),
    () => row('reportingLine'),
    () => row('depts', [...new Set([one(departments), one(departments)])], { withBelow: random(2) === 0 }),
    () => row('employees', [...new Set([one(people), one(people), one(people)])]),
    () => row('self'),
  ];
  const given = Array.from({ length: 1 + random(3) }, () => one(choices)());
  const taken =
    random(2) === 0
      ? [
          row('depts', [one(departments)], { exclude: true, withBelow: random(2) === 0 }),
          row('employees', [one(people)], { exclude: true }),
        ]
      : [];
  return random(8) === 0 ? [row('all'), ...taken] : [...given, ...taken];
};

async function rules(): Promise<void> {
  for (let at = 0; at < 14; at += 1) {
    const auth = rowsAtRandom();
    const search = random(2) === 0 ? auth : rowsAtRandom();
    const held = { people: Array.from({ length: 12 }, () => one(people)), departments: random(3) === 0 ? [one(departments)] : [] };
    const id = await house.role(auth, { ...held, people: [...new Set(held.people)] }, search === auth ? {} : { search });
    roles.push({ id, auth, search, people: held.people, departments: held.departments });
  }
  const modes: SpecialMode[] = ['hidden', 'limited', 'searchOnly', 'hidden', 'hidden', 'searchOnly'];
  for (const mode of modes) {
    const name = house.word();
    const { roleId } = await house.served.boss.call(specialUser.save, { name, code: name, ownerDeptId: rootDepartmentId, mode });
    const belongs: Rule['belongs'] = [
      { kind: 'department', id: one(departments.slice(8)) },
      ...[...new Set(Array.from({ length: 8 }, () => one(people)))].map((id) => ({ kind: 'employee' as const, id })),
    ];
    const exceptions = [...new Set(Array.from({ length: 30 }, () => one(people)))];
    await house.served.boss.call(belongsSave, { roleId, parties: belongs });
    await house.served.boss.call(specialUser.assignEmployees, { roleId, ids: exceptions });
    specials.push({ id: roleId, priority: specials.length, mode, belongs, exceptions });
  }
  const { boss } = house.served;
  const { version } = await boss.call(contactRole.find, { roleId: everyoneRoleId });
  await boss.call(contactSaveRanges, { roleId: everyoneRoleId, version, kind: 'auth', rows: [row('ownCompany')] });
}

/** The rule said again, without paths, profiles or SQL: as the page of the rule says it, one step after the other. */
class Naive {
  readonly homes: Map<string, string[]>;
  readonly managers: Map<string, string | null>;
  readonly disabled: Set<string>;

  constructor(rows: readonly { id: string; homes: string[]; manager: string | null; status: string }[]) {
    this.homes = new Map(rows.map(({ id, homes }) => [id, homes]));
    this.managers = new Map(rows.map(({ id, manager }) => [id, manager]));
    this.disabled = new Set(rows.filter(({ status }) => status !== 'active').map(({ id }) => id));
  }

  above(department: string): string[] {
    return department === rootDepartmentId ? [department] : [department, ...this.above(parents.get(department)!)];
  }

  within(person: string, department: string): boolean {
    return this.homes.get(person)!.some((home) => this.above(home).includes(department));
  }

  company(department: string): string {
    return this.above(department).find((id) => id === rootDepartmentId || departments.indexOf(id) < 4)!;
  }

  leads(manager: string, person: string): boolean {
    for (let at = this.managers.get(person); at; at = this.managers.get(at)) if (at === manager) return true;
    return false;
  }

  line(one_: string, other: string): boolean {
    return this.leads(one_, other) || this.leads(other, one_);
  }

  meets({ kind, ids, withBelow }: RangeRow, viewer: string, target: string, home: string): boolean {
    const mine = this.homes.get(viewer)!;
    if (kind === 'all') return true;
    if (kind === 'self') return viewer === target;
    if (kind === 'employees') return ids.includes(target);
    if (kind === 'reportingLine') return this.line(viewer, target);
    if (kind === 'ownDept') return mine.includes(home);
    if (kind === 'ownDeptBelow') return mine.some((id) => this.above(home).includes(id));
    if (kind === 'ownCompany') return mine.some((id) => this.above(home).includes(this.company(id)));
    return ids.some((id) => (withBelow ? this.above(home).includes(id) : home === id));
  }

  sees(viewer: string, target: string, face: Face, homes = this.homes.get(target)!): boolean {
    if (this.disabled.has(target)) return false;
    if (viewer === target) return true;
    const belongs = ({ belongs: all }: Rule, person: string): boolean =>
      all.some(({ kind, id }) => (kind === 'employee' ? id === person : this.within(person, id)));
    const line = this.line(viewer, target);
    const rule = specials.find((each) => belongs(each, target) && !each.exceptions.includes(viewer) && !belongs(each, viewer) && !line);
    if (rule?.mode === 'hidden') return false;
    if (line) return true;
    if (rule?.mode === 'searchOnly' && face === 'tree') return false;
    const held = roles.filter((role) => role.people.includes(viewer) || role.departments.some((id) => this.within(viewer, id)));
    const spans = held.length > 0 ? held.map((role) => (face === 'tree' ? role.auth : role.search)) : [[row('ownCompany')]];
    return homes.some((home) =>
      spans.some(
        (rows) =>
          rows.some((each) => !each.exclude && this.meets(each, viewer, target, home)) &&
          !rows.some((each) => each.exclude && this.meets(each, viewer, target, home)),
      ),
    );
  }
}

async function naive(): Promise<Naive> {
  const { rows } = await house.served.database.pool.query<{ id: string; homes: string[]; manager: string | null; status: string }>(
    `select e.id, array(select department_id from employee_department where employee_id = e.id) as homes, e.manager_id as manager, e.status
     from employee e where e.status <> 'deleted'`,
  );
  return new Naive(rows);
}

test('SQL, the decision of a pair and the rule as it is written agree about 500 people, in the tree and by search', async () => {
  const rule = await naive();
  const { db } = house.served.services.database;
  for (const id of people.slice(0, 50)) {
    const { viewer } = await house.eye(id);
    const targets = await readPeople(db, people, viewer.book.crowds);
    for (const face of ['tree', 'search'] as const) {
      const expected = people.filter((target) => rule.sees(id, target, face)).toSorted();
      const { rows } = await sql<{
        id: string;
      }>`select e.id from employee e where e.id = any(${people}::uuid[]) and ${ofStatus(viewer, 'e')}
        and ${isSeenSql(viewer, face, 'e.id')}`.execute(db);
      expect(rows.map((each) => each.id).toSorted()).toEqual(expected);
      expect(people.filter((target) => decide(viewer, targets.get(target)!)[face]).toSorted()).toEqual(expected);
    }
  }
}, 120_000);

test('The tree counts whom the viewer sees, each once, and shows no department that holds nobody for them', async () => {
  const rule = await naive();
  for (const id of [...people.slice(0, 25), one(people)]) {
    const eye = await house.eye(id);
    for (const parentId of [rootDepartmentId, departments[0]!, departments[5]!]) {
      const children = [...parents].filter(([, parent]) => parent === parentId).map(([child]) => child);
      const counted = children.flatMap((child) => {
        const count = people.filter((target) => seenBelow(rule, { viewer: id, target, department: child })).length;
        return count > 0 ? [[child, count]] : [];
      });
      const level = await treeLevel(eye, { parentId }).catch(() => ({ nodes: [] }));
      expect(Object.fromEntries(level.nodes.map((node) => [node.id, node.count]))).toEqual(Object.fromEntries(counted));
    }
  }
}, 120_000);

/** Whether a viewer sees somebody in a department or below it: in one of the departments in which the ranges show them. */
function seenBelow(rule: Naive, { viewer, target, department }: { viewer: string; target: string; department: string }): boolean {
  const below = rule.homes.get(target)!.filter((home) => rule.above(home).includes(department));
  return below.length > 0 && rule.sees(viewer, target, 'tree', below);
}

test('Who sees somebody is the same as asking everybody', async () => {
  const rule = await naive();
  for (const targetId of Array.from({ length: 10 }, () => one(people))) {
    const expected = people.filter(
      (viewer) => viewer !== targetId && (rule.sees(viewer, targetId, 'tree') || rule.sees(viewer, targetId, 'search')),
    );
    const answer = await house.served.boss.call(contactViewers, { targetId });
    // The built-in administrator, who is no test person, may be one more.
    expect([expected.length, expected.length + 1]).toContain(answer.count);
    expect(answer).toMatchObject({ of: peopleCount, estimate: false });
  }
}, 60_000);

test('A copy that follows every change is the copy that is made anew', async () => {
  const { boss } = house.served;
  const rules_ = await boss.call(contactRole.find, { roleId: everyoneRoleId });
  await boss.call(contactSaveResources, { roleId: everyoneRoleId, version: rules_.version, functions: [...contactFunctions] });
  const config = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version: config.version, offlineMode: 'visible', offlineMax: 20_000 });
  const rule = await naive();
  const holds = (id: string): boolean =>
    roles.some((role) => role.people.includes(id) || role.departments.some((each) => rule.within(id, each)));
  const viewer = people.find((id) => !holds(id))!;
  // A role of the viewer's own, whose range is another again and again, and people who are gone in the end.
  const own = await house.role(rowsAtRandom(), { people: [viewer] });
  await allFunctions(own);
  const passing = await leavers();
  const copy = new Map<string, unknown>();
  let cursor: string | undefined;
  const follow = async (): Promise<{ resets: number }> => {
    // A change is sent once no transaction is open that began before it: the work of the house beside this test has such.
    await expect.poll(unsent).toBe(0);
    let resets = 0;
    for (let more = true; more;) {
      const answer = await syncCopy(await house.eye(viewer), { cursor, limit: 100 });
      if (answer.reset) copy.clear();
      resets += answer.reset ? 1 : 0;
      for (const id of answer.removals) copy.delete(id);
      for (const each of answer.upserts) copy.set(each.id, each);
      ({ cursor, more } = answer);
    }
    return { resets };
  };
  const fresh = async (): Promise<Map<string, unknown>> => {
    const whole = new Map<string, unknown>();
    let at: string | undefined;
    for (let more = true; more;) {
      const answer = await syncCopy(await house.eye(viewer), { cursor: at, limit: 500 });
      for (const each of answer.upserts) whole.set(each.id, each);
      ({ cursor: at, more } = answer);
    }
    return whole;
  };
  await follow();
  expect(copy.size).toBeGreaterThan(20);
  const others = people.filter((id) => id !== viewer);
  // A thousand changes: of people and of whom the viewer's role shows, and now and then of a special rule, which makes the copy again.
  let [differences, resets] = [0, 0];
  for (let round = 0; round < 25; round += 1) {
    const isOfRanges = round % 5 > 0;
    for (let at = 0; at < 38; at += 1) await change(one(others));
    await changeRange(own);
    await (isOfRanges ? changeRange(own) : changeSpecial());
    const gone = passing.splice(0, 1);
    if (gone.length > 0) await boss.call(employeeDisable, { ids: gone });
    if (gone.length > 0) await boss.call(employeeRemove, { ids: gone });
    const sent = await follow();
    if (isOfRanges) differences += sent.resets === 0 ? 1 : 0;
    else resets += sent.resets;
    expect(sorted(copy)).toEqual(sorted(await fresh()));
  }
  // Where a manager above the viewer changed meanwhile, special rules may hold others.
  expect(differences).toBeGreaterThan(12);
  expect(resets).toBe(5);
  for (const { id } of specials) if (disabledRules.has(id)) await boss.call(specialEnable, { ids: [id] });
  await boss.call(contactRole.delete, { ids: [own] });
  // Who loses the role has another range, and the functions of Everyone: the same ones.
  expect((await follow()).resets).toBe(1);
  expect(sorted(copy)).toEqual(sorted(await fresh()));
  const { version } = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version, offlineMode: 'ownDept' });
  expect((await follow()).resets).toBe(1);
  expect(sorted(copy)).toEqual(sorted(await fresh()));
}, 300_000);

async function allFunctions(roleId: string): Promise<void> {
  const { version } = await house.served.boss.call(contactRole.find, { roleId });
  await house.served.boss.call(contactSaveResources, { roleId, version, functions: [...contactFunctions] });
}

/** People who are there for a while. */
async function leavers(): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < 20; at += 1) ids.push(await house.person(`leaver${at}`, [one(departments)]));
  return ids;
}

async function changeRange(roleId: string): Promise<void> {
  const { boss } = house.served;
  const { version } = await boss.call(contactRole.find, { roleId });
  await boss.call(contactSaveRanges, { roleId, version, kind: 'auth', rows: rowsAtRandom() });
}

const disabledRules = new Set<string>();

async function changeSpecial(): Promise<void> {
  const { id } = one(specials);
  const isOff = disabledRules.has(id);
  await house.served.boss.call(isOff ? specialEnable : specialDisable, { ids: [id] });
  if (!disabledRules.delete(id)) disabledRules.add(id);
}

const sorted = (copy: ReadonlyMap<string, unknown>): [string, unknown][] =>
  [...copy].toSorted(([left], [right]) => (left < right ? -1 : 1));

/** How many changes a terminal that asks now does not get yet. */
async function unsent(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from directory_change
    where tx >= pg_snapshot_xmin(pg_current_snapshot())`.execute(house.served.database.db);
  return rows[0]!.n;
}

async function change(id: string): Promise<void> {
  const { boss } = house.served;
  const { version, status } = await boss.call(employeeGet, { id });
  const kind = random(6);
  if (kind === 0) await boss.call(employeeUpdate, { id, version, title: house.word() });
  else if (kind === 1) await boss.call(employeeUpdate, { id, version, managerId: null });
  else if (kind === 2) await boss.call(status === 'active' ? employeeDisable : employeeEnable, { ids: [id] });
  else if (kind === 3) await boss.call(departmentUpdate, { ...(await stamp(departments[20]!)), name: { zh_CN: house.word() } });
  else if (kind === 4) await moveDepartment();
  else await boss.call(employeeUpdate, { id, version, assignments: [{ departmentId: one(departments), primary: true }] });
}

const stamp = async (id: string) => ({ id, version: (await house.served.boss.call(departmentGet, { id })).version });

/** Moves a department without any below it to another company. */
async function moveDepartment(): Promise<void> {
  const leaf = departments.findLast((id) => ![...parents.values()].includes(id))!;
  const parentId = departments[random(4)]!;
  if (parents.get(leaf) === parentId) return;
  parents.set(leaf, parentId);
  await house.served.boss.call(departmentMove, { ...(await stamp(leaf)), parentId });
  // Access tells of a move in the product; these services have a stand-in for it.
  await house.served.database.pool.query('insert into contact_change (at) values (0)');
}

test('See as draws what the terminals of 50 people are answered, each about up to 200 others', async () => {
  const { boss } = house.served;
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === 'why' ? undefined : inner));
  const { version } = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version, searchLimit: 200 });
  let [shown, found] = [0, 0];
  for (let at = 0; at < 50; at += 1) {
    const asEmpId = one(people);
    const eye = await house.eye(asEmpId).catch(() => undefined);
    // Who was disabled by the test before has no terminal, and is not looked through.
    if (!eye) continue;
    const seen = { asEmpId, language: 'en_US' as const };
    const tree = { parentId: rootDepartmentId };
    expect(await boss.call(previewTree, { ...seen, ...tree })).toEqual(await treeLevel(eye, tree));
    // Everybody begins with it: the first 200 whom this person finds.
    const text = 'p';
    const hits = await searchPeople(eye, { text });
    expect(plain(await boss.call(previewSearch, { ...seen, text }))).toEqual(plain(hits));
    found += hits.list.length;
    const deptId = one(departments);
    const dept = await boss.ask(previewDept, { ...seen, deptId, limit: 50 });
    const own = await peopleOf(eye, { deptId, limit: 50 }).catch((error: unknown) => (error instanceof Refusal ? error.answer : error));
    expect(dept.code === 0 ? plain(dept.data) : dept.code).toEqual(plain(own));
    for (let each = 0; each < 4; each += 1) {
      const target = { empId: one(people), place: 'card' as const };
      const answer = await boss.ask(previewPerson, { ...seen, ...target });
      const drawn = answer.code === 0 ? (answer.data as { person: unknown }).person : null;
      const card = await personCard(eye, target).catch(() => null);
      expect(plain(drawn)).toEqual(plain(card));
      if (card) shown += 1;
    }
  }
  expect(shown).toBeGreaterThan(20);
  expect(found).toBeGreaterThan(1000);
}, 120_000);

test('Who reads a field of somebody is the same as asking everybody of 2,000', async () => {
  const { boss, database } = house.served;
  const { rows: columns } = await database.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'employee' and is_generated = 'NEVER'",
  );
  const names = columns.map(({ name }) => name);
  await database.pool.query(
    `with copies as (insert into employee (${names.join(', ')}) select ${names.map((name) => `copy.${name}`).join(', ')} from employee e, generate_series(1, 5) as n,
        jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'account', e.account || '-' || n, 'account_key', e.account_key || '-' || n)) as copy
      where e.id = any($1::uuid[]) returning id, account)
    insert into employee_department (employee_id, department_id, is_primary, from_at)
    select c.id, ed.department_id, ed.is_primary, ed.from_at from copies c join employee e on e.account = regexp_replace(c.account, '-.$', '')
      join employee_department ed on ed.employee_id = e.id`,
    [people],
  );
  const { rows } = await database.pool.query<{ id: string }>("select id from employee where status = 'active' and account <> 'admin'");
  expect(rows.length).toBeGreaterThan(1900);
  const { version, fields } = await boss.call(fieldList, {});
  const audience = { visibleTo: ['sameDept' as const, 'reportingLine' as const] };
  await boss.call(fieldSave, { version, fields: fields.map((each) => (each.fieldKey === 'mobile' ? { ...each, ...audience } : each)) });
  const rule = await naive();
  const limits = new Set(specials.flatMap(({ mode, id }) => (mode === 'limited' ? [id] : [])));
  expect(limits.size).toBeGreaterThan(0);
  const active = people.filter((id) => !rule.disabled.has(id));
  for (const targetId of [one(active), one(active), one(active)]) {
    const reads = rows.filter(({ id }) => {
      if (id === targetId || !(rule.sees(id, targetId, 'tree') || rule.sees(id, targetId, 'search'))) return false;
      const together = rule.homes.get(id)!.some((home) => rule.homes.get(targetId)!.includes(home));
      return together || rule.line(id, targetId);
    });
    const answer = await boss.call(contactViewers, { targetId, field: 'mobile' });
    expect(answer).toMatchObject({ count: reads.length, estimate: false });
  }
}, 120_000);

test('What another node wrote is obeyed here within two seconds, and an outdated book is found by its word', async () => {
  const { services, database, boss } = house.served;
  const other = openContactRules({ database: services.database, now: services.now });
  const [viewer, target] = [roles[0]!.people[0]!, people.at(-1)!];
  const isSeen = async (): Promise<boolean> => {
    const found = await other.viewer(viewer);
    const person = (await readPeople(services.database.db, [target], found!.book.crowds)).get(target)!;
    return decide(found!, person).tree;
  };
  await boss.call(employeeEnable, { ids: [target] });
  await database.pool
    .query(`with all_ as (update contact_role set auth_rows = '[{"kind": "all", "ids": [], "withBelow": true, "exclude": false}]'),
    none_ as (delete from contact_belongs) insert into contact_change (at) values (0)`);
  await expect.poll(isSeen, { timeout: 2000, interval: 50 }).toBe(true);
  await database.pool
    .query(`with none_ as (update contact_role set auth_rows = '[]'), cut as (update employee set manager_id = null where id = '${target}' or id = '${viewer}')
    insert into contact_change (at) values (0)`);
  await expect.poll(isSeen, { timeout: 2000, interval: 50 }).toBe(false);
});
