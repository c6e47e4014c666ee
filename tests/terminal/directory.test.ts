import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contactConfigGet, contactConfigUpdate } from '../../src/modules/contacts/common/config.contract.ts';
import * as contact from '../../src/modules/contacts/common/client.contract.ts';
import { fieldList, fieldReset } from '../../src/modules/contacts/common/field.contract.ts';
import { contactTrace, previewPerson, previewSearch, previewTree } from '../../src/modules/contacts/common/insight.contract.ts';
import { scrapeClear, scrapeList } from '../../src/modules/contacts/common/reveal.contract.ts';
import { contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { whiteAdd, whiteRemove } from '../../src/modules/contacts/common/whitelist.contract.ts';
import { contactFunctions } from '../../src/modules/contacts/common/words.ts';
import { clientChanges as changed } from '../../src/modules/terminal/common/changes.contract.ts';
import * as me from '../../src/modules/terminal/common/me.contract.ts';
import { terminalSessionEnd } from '../../src/modules/people/common/terminal-session.contract.ts';
import { employeeAdd, employeeDisable, employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { testPassword, type TestProduct } from '../product.ts';
import type { Wire } from '../sign-in/console.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

const masterKey = '22'.repeat(32);
let house: DirectoryHouse;
let product: TestProduct;
let wire: Wire;
/** Two companies of a group; ann leads amy in the first, bob and ben are in the second, zoe in both. */
let [east, west, eastSales, secret] = ['', '', '', ''];
const phones = new Map<string, TestTerminal>();

beforeAll(async () => {
  house = await DirectoryHouse.open({ MASTER_KEY: masterKey });
  ({ product, wire } = house);
  east = await house.department('East', rootDepartmentId, 'company');
  west = await house.department('West', rootDepartmentId, 'company');
  eastSales = await house.department('Sales', east);
  secret = await house.department('Secret', west);
  await house.person('ann', [east], { mobile: '+8613800005678', title: 'Chief', employeeNo: 'N1' });
  await house.person('amy', [eastSales], { managerId: idOf('ann'), mobile: '+8613900005679' });
  await house.person('bob', [west], { mobile: '+8613700005670', employeeNo: 'N42' });
  await house.person('ben', [secret], { employeeNo: 'N43' });
  await house.person('zoe', [eastSales, west, secret]);
}, 180_000);
afterAll(() => product.stop());
afterEach(async () => {
  await house.clear();
  await wire.call(fieldReset, { version: (await wire.call(fieldList, {})).version });
});

/** The phone of somebody, signed in; a new one for each test, so that nothing of an earlier one is counted. */
async function phoneOf(account: string): Promise<TestTerminal> {
  const key = `${expect.getState().currentTestName}/${account}`;
  const known = phones.get(key);
  if (known) return known;
  const phone = await house.phone(account);
  phones.set(key, phone);
  return phone;
}
const idOf = (account: string): string => house.idOf(account);
const found = async (account: string, text: string): Promise<string[]> =>
  (await (await phoneOf(account)).call(contact.clientSearch, { text })).list.map(({ name }) => name);
const tree = async (account: string, parentId?: string): Promise<string[]> =>
  (await (await phoneOf(account)).call(contact.clientTree, { ...(parentId !== undefined && { parentId }) })).nodes.map(
    ({ name, count }) => `${name} ${count}`,
  );
const card = async (account: string, of: string) => (await phoneOf(account)).ask(contact.clientPerson, { empId: idOf(of) });

const role = (...wish: Parameters<DirectoryHouse['role']>) => house.role(...wish);
const special = (...wish: Parameters<DirectoryHouse['special']>) => house.special(...wish);
const field = (...wish: Parameters<DirectoryHouse['field']>) => house.field(...wish);
const offline = [...contactFunctions];

test('1: no byte of one company reaches a terminal of the other', async () => {
  await role([{ kind: 'ownCompany' }], { departments: [east] }, { functions: offline });
  await role([{ kind: 'ownCompany' }], { people: [idOf('bob'), idOf('ben')] }, { functions: offline });
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, offlineMode: 'visible' });
  for (const [viewer, foreign] of [
    ['ann', [/West|Secret|"bob"|"ben"/, [west, secret], ['bob', 'ben']]],
    ['bob', [/East|Sales|"ann"|"amy"/, [east, eastSales], ['ann', 'amy']]],
  ] as const) {
    const [bytes, departments, others] = foreign;
    const phone = await phoneOf(viewer);
    const level = async (parentId?: string): Promise<void> => {
      for (const node of (await phone.call(contact.clientTree, { ...(parentId !== undefined && { parentId }) })).nodes) {
        if (!node.nameOnly) await phone.call(contact.clientPeople, { deptId: node.id });
        if (node.hasChildren) await level(node.id);
      }
    };
    await level();
    for (const text of ['a', 'b', 'N42', 'N1', 'z']) await phone.call(contact.clientSearch, { text });
    for (const other of others) expect((await phone.ask(contact.clientPerson, { empId: idOf(other) })).code).toBe(10404);
    for (const deptId of departments) expect((await phone.ask(contact.clientPeople, { deptId })).code).toBe(10404);
    expect((await card(viewer, 'zoe')).data.departments.length).toBeGreaterThan(0);
    await phone.call(contact.clientBatch, { empIds: Object.values(house.people) });
    await phone.call(contact.clientConfig, {});
    await phone.sync(2);
    expect([...phone.copy.keys()]).toEqual(expect.arrayContaining([idOf(viewer), idOf('zoe')]));
    expect(phone.heard.filter((body) => bytes.test(body))).toEqual([]);
  }
});

test('2 and 3: a wider search finds beyond the tree; a whole number beyond that, with name and department alone', async () => {
  await role(
    [{ kind: 'ownDept' }],
    { people: [idOf('ann')] },
    { search: [{ kind: 'depts', ids: [west], withBelow: false }], exactMatch: ['employeeNo'] },
  );
  expect(await found('ann', 'bob')).toEqual(['bob']);
  expect(await tree('ann', rootDepartmentId)).toEqual(['East 2']);
  expect((await card('ann', 'bob')).data.fields.map(({ key }) => key)).toEqual(['name', 'departments']);
  const { list } = await (await phoneOf('ann')).call(contact.clientSearch, { text: 'N43' });
  expect(list).toMatchObject([{ name: 'ben', departments: [{ name: 'Secret' }], fields: [], exact: true }]);
  expect(await found('ann', 'N4')).toEqual([]);
  expect((await card('ann', 'ben')).code).toBe(10404);
});

test('6: a masked number is for colleagues, shown clear a counted number of times', async () => {
  await field('mobile', { visibleTo: ['sameDept'], searchable: 'prefix' });
  const mobile = async (viewer: string) => (await card(viewer, 'amy')).data.fields.find(({ key }) => key === 'mobile');
  expect(await mobile('zoe')).toMatchObject({ value: '139****5679', masked: true, reveal: true });
  expect(await mobile('bob')).toBeUndefined();
  expect([await found('zoe', '13900005679'), await found('bob', '13900005679')]).toEqual([['amy'], []]);
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, revealPerDay: 2 });
  const reveal = async (viewer: string) => (await phoneOf(viewer)).ask(contact.clientReveal, { empId: idOf('amy'), fieldKey: 'mobile' });
  expect((await reveal('zoe')).data).toEqual({ value: '+8613900005679', left: 1 });
  expect((await reveal('zoe')).data.left).toBe(0);
  expect([(await reveal('zoe')).code, (await reveal('bob')).code]).toEqual([20040, 10404]);
});

test('7 and 24: who is hidden is nowhere, and reads byte for byte like nobody', async () => {
  await special({}, [{ kind: 'department', id: secret }]);
  expect(await tree('ann', rootDepartmentId)).toEqual(['East 2', 'West 1']);
  expect([await found('ann', 'ben'), await found('ann', 'N43'), await found('zoe', 'ben')]).toEqual([[], [], ['ben']]);
  const phone = await phoneOf('ann');
  const strip = ({ status, code, msg, data }: { status: number; code: number; msg: string; data: unknown }) =>
    JSON.stringify({ status, code, msg, data });
  const nobody = '01a00000-0000-7000-8000-00000000dead';
  for (const hidden of [idOf('ben'), idOf('zoe')])
    for (const ask of [
      (empId: string) => phone.ask(contact.clientPerson, { empId }),
      (empId: string) => phone.ask(contact.clientReveal, { empId, fieldKey: 'mobile' }),
      (empId: string) => phone.ask(contact.clientCan, { empId, function: 'reach.chat' }),
      (empId: string) => phone.ask(contact.clientBatch, { empIds: [empId] }),
      (empId: string) => phone.ask(contact.clientFavouriteAdd, { empId }),
    ])
      expect(strip(await ask(hidden))).toBe(strip(await ask(nobody)));
  const white = { memberKind: 'employee' as const, memberId: idOf('ann'), reason: 'x', until: Date.now() + 86_400_000 };
  const { id } = await wire.call(whiteAdd, white);
  expect(await found('ann', 'ben')).toEqual([]);
  await wire.call(whiteRemove, { ids: [id] });
  await wire.call(whiteAdd, { ...white, includeHidden: true });
  expect(await found('ann', 'ben')).toEqual(['ben']);
});

test('8: a protected person is reached through the proxy; the code of the refusal names the rule', async () => {
  const roleId = await special({ mode: 'protected', proxyEmpId: idOf('zoe'), deniedFunctions: ['reach.chat'] }, [
    { kind: 'employee', id: idOf('bob') },
  ]);
  expect((await card('amy', 'bob')).data.proxy).toMatchObject({ name: 'zoe' });
  const refused = await (await phoneOf('amy')).ask(contact.clientCan, { empId: idOf('bob'), function: 'reach.chat' });
  expect(refused.code).toBe(20030);
  const { ref } = refused.data as unknown as { ref: string };
  expect(await wire.call(contactTrace, { ref })).toMatchObject({ viewer: { name: 'amy' }, why: { ruleId: roleId } });
});

test('15: a function that is off is missing on the card, and refused when it is asked for', async () => {
  await role([{ kind: 'all' }], { people: [idOf('ann')] }, { functions: ['person.card', 'reach.chat'] });
  expect((await card('ann', 'bob')).data.functions).toEqual(['person.card', 'reach.chat']);
  const phone = await phoneOf('ann');
  expect((await phone.ask(contact.clientCan, { empId: idOf('bob'), function: 'number.dial' })).code).toBe(20030);
  expect((await phone.ask(contact.clientSearch, { text: 'bob' })).code).toBe(20030);
  expect((await phone.ask(contact.clientTree, {})).code).toBe(20030);
  expect((await phone.ask(contact.clientFavouriteAdd, { empId: idOf('bob') })).code).toBe(20030);
});

test('20: who opens too many cards is told of once and stopped, others go on, and an administrator lets them on', async () => {
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, scrapeAction: 'alarmBlock' });
  const { pool } = product.database;
  await pool.query('insert into contact_opened select $1, gen_random_uuid(), $2 from generate_series(1, 300)', [idOf('ben'), Date.now()]);
  expect([(await card('ben', 'amy')).code, (await card('ben', 'ann')).code, (await card('ann', 'amy')).code]).toEqual([20041, 20041, 0]);
  const { list } = await wire.call(scrapeList, { state: 'blocked' });
  expect(list).toMatchObject([{ viewer: { name: 'ben' }, cards: 301 }]);
  const count = async (query: string) => (await pool.query<{ n: number }>(`select count(*)::int as n from ${query}`)).rows[0]!.n;
  expect(await count("(select kind from warning_event union all select kind from warning) as told where kind = 'contact.harvest'")).toBe(1);
  await wire.call(scrapeClear, { ids: [list[0]!.id] });
  expect((await card('ben', 'ann')).code).toBe(0);
  for (const word of ['contactConfig.update', 'contact.scrape.clear'])
    expect(await count(`audit_log where operation = '${word}'`)).toBeGreaterThan(0);
  await wire.call(contactConfigUpdate, { version: version + 1, scrapeAction: 'alarm' });
});

test('what is typed is searched as it stands, whatever it looks like, and nothing of more than 100 characters', async () => {
  for (const text of ['%', '_', '\\', '%%', "' or 1=1 --", '.*', '(a|b)+', '[[', '😀', '<b>ann</b>'])
    expect([text, await found('ann', text)]).toEqual([text, []]);
  const phone = await phoneOf('ann');
  for (const text of ['a'.repeat(101), 'x'.repeat(10_000), 'a\u0000b'])
    expect([text.length, (await phone.ask(contact.clientSearch, { text })).code]).toEqual([text.length, 10400]);
  // What nobody sees comes along from chats and sheets: it is no part of what is typed.
  expect((await found('ann', '\u202eamy\u200b')).length).toBe(1);
  // Half a surrogate can't stand in an address.
  expect((await found('ann', 'amy')).length).toBe(1);
});

test('9: See as draws byte for byte what the terminal is answered', async () => {
  await field('mobile', { visibleTo: ['sameDept'] });
  await special({ mode: 'searchOnly' }, [{ kind: 'employee', id: idOf('ben') }]);
  await role([{ kind: 'ownCompany' }], { departments: [east] }, { search: [{ kind: 'all' }] });
  const plain = (value: unknown): string => JSON.stringify(value, (key, inner: unknown) => (key === 'why' ? undefined : inner));
  for (const viewer of ['ann', 'amy', 'bob', 'zoe']) {
    const phone = await phoneOf(viewer);
    const as = { asEmpId: idOf(viewer), language: 'en_US' as const };
    for (const parentId of [rootDepartmentId, east, west]) {
      const [seen, own] = [await wire.ask(previewTree, { ...as, parentId }), await phone.ask(contact.clientTree, { parentId })];
      expect([viewer, parentId, seen.code, plain(seen.data)]).toEqual([viewer, parentId, own.code, plain(own.data)]);
    }
    for (const text of ['a', 'b', 'N42'])
      expect(plain(await wire.call(previewSearch, { ...as, text }))).toBe(plain(await phone.call(contact.clientSearch, { text })));
    for (const target of Object.keys(house.people)) {
      const own = await card(viewer, target);
      const { person } = await wire.call(previewPerson, { ...as, empId: idOf(target) });
      expect([viewer, target, plain(person)]).toEqual([viewer, target, own.code === 0 ? plain(own.data) : 'null']);
    }
  }
});

test('14: a copy that follows moves, renames, leaves and changed rules is the copy that is made anew', async () => {
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, offlineMode: 'visible' });
  const roleId = await role([{ kind: 'depts', ids: [east, west] }], { people: [idOf('ann')] }, { functions: offline });
  const crowd: string[] = [];
  for (let n = 0; n < 12; n += 1)
    crowd.push(
      (
        await wire.call(employeeAdd, {
          account: `many${n}`,
          name: `Many ${n}`,
          assignments: [{ departmentId: n % 2 ? eastSales : secret, primary: true }],
        })
      ).id,
    );
  const phone = await phoneOf('ann');
  const { offline: rule } = await phone.call(contact.clientConfig, {});
  expect(rule.key).toMatchObject({ value: expect.stringMatching(/^[\w-]{43}$/), former: {} });
  await phone.sync(5);
  expect(phone.copy.size).toBe(17);
  const homes = [east, west, eastSales, secret, rootDepartmentId];
  // A small generator with a seed, so that a failure can be had again.
  let state = 20_26;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  let resets = 0;
  for (let round = 0; round < 40; round += 1) {
    const id = crowd[next(crowd.length)]!;
    const { version: at, status } = await wire.call(employeeGet, { id });
    const what = next(10);
    if (what < 5 && status === 'active')
      await wire.call(employeeUpdate, { id, version: at, assignments: [{ departmentId: homes[next(homes.length)]!, primary: true }] });
    else if (what < 8 && status === 'active') await wire.call(employeeUpdate, { id, version: at, name: `Renamed ${round}` });
    else if (what === 8) await wire.call(employeeDisable, { ids: [id] }).catch(() => undefined);
    else {
      const { version: before } = await wire.call(contactRole.find, { roleId });
      await wire.call(contactSaveRanges, {
        roleId,
        version: before,
        kind: 'auth',
        rows: [{ kind: 'depts', ids: round % 2 ? [east] : [east, west] }],
      });
    }
    if (next(4) === 0) ({ resets } = { resets: resets + (await phone.sync(7)).resets });
  }
  const sorted = () => JSON.stringify([...phone.copy].toSorted(([one], [other]) => one.localeCompare(other)));
  const both = async () => {
    await phone.sync(7);
    const [kept, copy, cursor] = [sorted(), [...phone.copy], phone.cursor];
    phone.copy.clear();
    phone.cursor = undefined;
    await phone.sync(100);
    const anew = sorted();
    phone.copy.clear();
    for (const [id, person] of copy) phone.copy.set(id, person);
    phone.cursor = cursor;
    return [kept, anew];
  };
  // The feed shows a change when everything older is over, elsewhere on the database's server too.
  await expect.poll(async () => new Set(await both()).size, { timeout: 30_000, interval: 300 }).toBe(1);
  // Another range is sent as its difference.
  expect(resets).toBe(0);
});

test('a terminal that waits hears of a rule that changes what it sees, at once, and of its end; of others it hears nothing', async () => {
  const phone = await phoneOf('ann');
  const { changes, next } = await phone.call(changed, { wait: 0 });
  expect(changes).toEqual([]);
  expect((await phone.ask(changed, { cursor: 'mangled' })).code).toBe(23030);
  const [waits, other] = [phone.ask(changed, { cursor: next, wait: 30 }), (await phoneOf('bob')).call(changed, {})];
  const roleId = await role([{ kind: 'ownCompany' }], { people: [idOf('ann')] });
  const told = await waits;
  expect(told.data.changes).toMatchObject([{ part: 'contactConfig', urgent: true }]);
  expect((await phone.call(changed, { cursor: next })).changes.length).toBe(1);
  // Once it is known nothing is told again; and bob's view did not change at all.
  expect((await phone.call(changed, { cursor: told.data.next })).changes).toEqual([]);
  expect((await (await phoneOf('bob')).call(changed, { cursor: (await other).next, wait: 1 })).changes).toEqual([]);
  const ends = phone.ask(changed, { cursor: told.data.next, wait: 30 });
  await wire.call(contactRole.removeMembers, { roleId, kind: 'employee', ids: [idOf('ann')] });
  expect((await ends).data.changes.length).toBe(1);
  const amy = await phoneOf('amy');
  const over = amy.ask(changed, { cursor: (await amy.call(changed, {})).next, wait: 30 });
  await wire.call(terminalSessionEnd, { empId: idOf('amy') });
  expect((await over).code).toBe(65003);
});

test('17: what the employee enters is theirs in the user centre; what a source keeps answers 20013', async () => {
  await field('workplace', { editableBySelf: true });
  await field('alias', { editableBySelf: true });
  const phone = await phoneOf('amy');
  const { version, fields } = await phone.call(me.meGet, {});
  expect(fields.find(({ key }) => key === 'workplace')).toMatchObject({ editable: true, owner: 'administrator' });
  expect((await phone.ask(me.meUpdate, { version, fields: { title: 'Queen' } })).code).toBe(10400);
  expect((await phone.ask(me.meUpdate, { version, fields: { account: 'root' } } as never)).code).toBe(10400);
  const epoch = async () => (await phone.ask(me.meGet, {})).headers['epoch'];
  const before = await epoch();
  expect(await phone.call(me.meUpdate, { version, fields: { workplace: 'Tower 3' } })).toEqual({ version: version + 1 });
  expect(await epoch()).not.toBe(before);
  expect((await phone.ask(me.meUpdate, { version, fields: { workplace: 'Tower 4' } })).code).toBe(10409);
  const id = idOf('amy');
  expect(await wire.call(employeeGet, { id })).toMatchObject({ workplace: 'Tower 3', ownFields: ['workplace'] });
  expect((await phone.call(me.meGet, {})).fields.find(({ key }) => key === 'workplace')).toMatchObject({
    value: 'Tower 3',
    owner: 'employee',
  });
  await wire.call(employeeUpdate, { id, version: version + 1, workplace: 'Tower 5' });
  expect((await wire.call(employeeGet, { id })).ownFields).toEqual([]);
  const source = '01a00000-0000-7000-8000-0000000000aa';
  await product.database.pool.query(
    `insert into source (id, name, code, kind, root_department_id, delivers, config, mapping, leaver_policy, dept_policy, brake, schedule, enabled, created_at, updated_at)
     values ($1, 'HR', 'hr', 'file', $2, '{people}', '{}', '[{"of":"employee","target":"alias","own":"always"}]', '{}', 'keepEmpty', '{}', '{}', true, 0, 0)`,
    [source, rootDepartmentId],
  );
  await product.database.pool.query(
    `insert into source_link (source_id, object_kind, external_id, object_id, owned) values ($1, 'employee', '1', $2, '{"alias":"nick"}')`,
    [source, id],
  );
  const owned = await phone.ask(me.meUpdate, { version: version + 2, fields: { alias: 'Queenie' } });
  expect([owned.code, owned.msg.includes('HR')]).toEqual([20013, true]);
  expect((await phone.call(me.meGet, {})).fields.find(({ key }) => key === 'alias')).toMatchObject({
    editable: false,
    owner: 'source',
    sourceName: 'HR',
  });
  await product.database.pool.query('delete from source where id = $1', [source]);
});

test('a picture is made anew, seen by oneself and on the card, and taken away', async () => {
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a02040' } })
    .png()
    .toBuffer();
  const phone = await phoneOf('amy');
  expect((await phone.ask(me.meAvatar, { picture: Buffer.from('<svg/>').toString('base64') })).code).toBe(10400);
  const { avatar } = await phone.call(me.meAvatar, { picture: png.toString('base64') });
  expect(avatar).toMatch(/^data:image\/png;base64,/);
  expect((await card('ann', 'amy')).data.avatar).toBe(avatar);
  expect((await (await phoneOf('ann')).call(contact.clientBatch, { empIds: [idOf('amy')] })).list).toMatchObject([{ name: 'amy', avatar }]);
  expect(await phone.call(me.meAvatar, { picture: null })).toEqual({ avatar: null });
  expect((await phone.call(me.meGet, {})).avatar).toBeNull();
});

test('a department that is renamed, a rule that is changed: the tag and the epoch of what was read are others', async () => {
  const phone = await phoneOf('ann');
  const read = (tag?: unknown) =>
    phone.ask(contact.clientTree, { parentId: rootDepartmentId }, tag === undefined ? {} : { headers: { 'if-none-match': String(tag) } });
  const first = await read();
  expect((await read(first.headers['etag'])).status).toBe(304);
  await role([{ kind: 'ownCompany' }], { people: [idOf('ann')] });
  const second = await read(first.headers['etag']);
  expect([second.status, second.data.nodes.map(({ name }) => name)]).toEqual([200, ['East']]);
  expect(second.headers['epoch']).not.toBe(first.headers['epoch']);
  const other = await (await phoneOf('amy')).ask(contact.clientTree, { parentId: rootDepartmentId });
  expect(other.headers['etag']).not.toBe(first.headers['etag']);
});

/** A second node on the same database, in a process of its own. */
class Node {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-node-'));
  readonly #process: ChildProcess;

  constructor(databaseUrl: string) {
    this.#process = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../src/app/main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: this.#folder,
        MASTER_KEY: masterKey,
        PORT: '0',
        ADMIN_PASSWORD: testPassword,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  origin(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#process.stdout!.on('data', (piece: Buffer) => {
        const said = /http:\/\/127\.0\.0\.1:\d+/.exec(String(piece));
        if (said) resolve(said[0]);
      });
      this.#process.once('exit', (status) => reject(new Error(`The node ended with ${status} before it was ready`)));
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

test('12: a role taken is obeyed by the next call on each of two nodes, and so is an end; the copy loses the people', async () => {
  const node = new Node(product.settings.databaseUrl!);
  const origin = await node.origin();
  const roleId = await role([{ kind: 'all' }], { people: [idOf('bob')] }, { functions: offline });
  await role([{ kind: 'ownDept' }], { people: [idOf('bob')] }, { functions: offline });
  const phone = await phoneOf('bob');
  const here = async () => (await phone.call(contact.clientTree, { parentId: rootDepartmentId })).nodes.length;
  const there = async () => (await phone.ask(contact.clientTree, { parentId: rootDepartmentId }, { origin })).data.nodes.length;
  expect([await here(), await there()]).toEqual([2, 2]);
  await phone.sync();
  expect(phone.copy.has(idOf('ann'))).toBe(true);
  await wire.call(contactRole.removeMembers, { roleId, kind: 'employee', ids: [idOf('bob')] });
  expect(await here()).toBe(1);
  await expect.poll(there, { timeout: 2000, interval: 250 }).toBe(1);
  await phone.sync();
  expect(phone.copy.has(idOf('ann'))).toBe(false);
  await wire.call(employeeDisable, { ids: [idOf('bob')] });
  await expect.poll(async () => (await phone.ask(contact.clientConfig, {}, { origin })).code, { timeout: 2000, interval: 250 }).not.toBe(0);
  expect((await phone.ask(contact.clientConfig, {})).code).not.toBe(0);
  await node.stop();
}, 120_000);
