import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer as bufferOf } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { applyPlan, listPlanItems } from '../src/kit/common/change/plan.contract.ts';
import { crudContract } from '../src/kit/common/crud/crud-contract.ts';
import { bool, choice, codeText, ends, localText, refers, refersToMany, text, value } from '../src/kit/common/crud/fields.ts';
import { getJob } from '../src/kit/common/jobs/job.contract.ts';
import { menu } from '../src/kit/common/permission.ts';
import { planApplyJob } from '../src/kit/server/change/plan/apply-plan.ts';
import { crudServer } from '../src/kit/server/crud/crud-server.ts';
import { moduleParts } from '../src/kit/server/crud/module-parts.ts';
import { keepUpload } from '../src/kit/server/files/files.ts';
import type { ServerModule } from '../src/kit/server/module.ts';
import { serveModules, type TestModules } from '../src/kit/testing/test-module.ts';
import { systemCaller } from '../src/kit/server/caller.ts';
import { departmentAdd, departmentGet, departmentRemove } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { peopleModules } from '../src/modules/people-sources/server/testing/people-modules.ts';
import { createDirectory } from '../src/modules/people/server/public.ts';

const page = menu({
  code: 'shelves',
  route: '/shelves',
  title: { zh_CN: '货架', en_US: 'Shelves', ja_JP: '棚' },
  order: 1,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'import', 'export', 'restore'],
});

/** What refers to departments and people, and travels in files. */
const shelf = crudContract({
  module: 'shelves',
  kind: 'shelf',
  path: 'shelves/shelf',
  title: { zh_CN: '货架', en_US: 'Shelf', ja_JP: '棚' },
  page,
  scope: { by: 'departmentId' },
  fields: {
    name: text(100).unique().searched(),
    code: codeText().unique(),
    departmentId: refers('department').filtered(),
    ownerId: refers('employee').nullable(),
    helperIds: refersToMany('employee').default([]),
    size: choice(['small', 'large']).default('small'),
    cold: bool().default(false),
    until: ends(),
    holds: value(z.array(z.enum(['dry', 'wet']))).default([]),
    label: localText().default({ zh_CN: '-' }),
  },
  also: ['import', 'export', 'restore'],
});
const shelves = crudServer(shelf, { table: 'shelf', directory: createDirectory() });

/** What stands on a shelf, and refers to it. */
const crate = crudContract({
  module: 'shelves',
  kind: 'crate',
  path: 'shelves/crate',
  title: { zh_CN: '箱子', en_US: 'Crate', ja_JP: '箱' },
  page,
  scope: { by: 'departmentId' },
  fields: { name: text(100).unique(), departmentId: refers('department'), shelfId: refers('shelf') },
});
const crates = crudServer(crate, { table: 'crate', directory: createDirectory() });
const shelvesModule: ServerModule = {
  name: 'shelves',
  migrations: import.meta.dirname,
  resources: [page],
  catalogs: {
    zh_CN: { 'shelf.size.small': '小', 'shelf.size.large': '大', 'shelf.holds.dry': '干货', 'shelf.holds.wet': '生鲜' },
    en_US: { 'shelf.size.small': 'Small', 'shelf.size.large': 'Large', 'shelf.holds.dry': 'Dry goods', 'shelf.holds.wet': 'Fresh, cooled' },
    ja_JP: { 'shelf.size.small': '小型', 'shelf.size.large': '大型', 'shelf.holds.dry': '乾物', 'shelf.holds.wet': '生鮮' },
  },
  ...moduleParts(shelves, crates),
};

let served: TestModules;
let [north, south, ann, bob] = ['', '', '', ''];
let paths: string[] = [];

beforeAll(async () => {
  served = await serveModules(...peopleModules, shelvesModule);
  await sql`create table shelf (id uuid primary key, name text not null, code text not null, department_id uuid not null, owner_id uuid,
    helper_ids jsonb not null, size text not null, cold boolean not null, until bigint, holds jsonb not null, label jsonb not null, enabled boolean not null, version integer not null,
    created_at bigint not null, created_by uuid, updated_at bigint not null, updated_by uuid)`.execute(served.database.db);
  await sql`create table crate (id uuid primary key, name text not null, department_id uuid not null, shelf_id uuid not null references shelf, enabled boolean not null,
    version integer not null, created_at bigint not null, created_by uuid, updated_at bigint not null, updated_by uuid)`.execute(
    served.database.db,
  );
  await sql`create unique index crate_name on crate (lower(name))`.execute(served.database.db);
  await sql`create unique index shelf_name on shelf (lower(name))`.execute(served.database.db);
  await sql`create unique index shelf_code on shelf (lower(code))`.execute(served.database.db);
  const department = async (name: string) =>
    (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
  [north, south] = [await department('North'), await department('South')];
  const person = async (account: string, departmentId: string) =>
    (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }] })).id;
  [ann, bob] = [await person('ann', north), await person('bob', south)];
  const { rows } = await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [north]);
  paths = [rows[0]!.path];
  served.services.jobs.register(planApplyJob);
  served.work();
});
afterAll(() => served.close());

const northern = () => {
  const codes = [page.code, ...Object.values(page.button)];
  return served.holder(Object.fromEntries(codes.map((code) => [code, paths])));
};

test('An object belongs to a department: out of range it is absent or refused, and so is naming somebody there', async () => {
  const admin = northern();
  const { id: there } = await served.boss.call(shelf.add, { name: 'South 1', code: 's1', departmentId: south, ownerId: bob });
  const { id: here } = await admin.call(shelf.add, { name: 'North 1', code: 'n1', departmentId: north, ownerId: ann });
  expect((await admin.call(shelf.list, {})).list).toMatchObject([{ id: here, departmentName: 'North', ownerName: 'ann' }]);
  const code = async (asked: Promise<{ code: number }>) => (await asked).code;
  expect(await code(admin.ask(shelf.get, { id: there }))).toBe(10910);
  expect(await code(admin.ask(shelf.add, { name: 'x', code: 'x', departmentId: south }))).toBe(10910);
  expect(await code(admin.ask(shelf.update, { id: here, version: 1, ownerId: bob }))).toBe(10910);
  expect(await code(admin.ask(shelf.update, { id: here, version: 1, helperIds: [ann, bob] }))).toBe(10910);
  expect(await code(served.boss.ask(shelf.update, { id: here, version: 1, ownerId: north }))).toBe(10400);
  // Whoever stands there already stays, and is named by the word.
  await served.boss.call(shelf.update, { id: here, version: 1, ownerId: bob });
  expect(await admin.call(shelf.get, { id: here })).toMatchObject({ ownerName: '(outside your range)' });
  expect(await admin.call(shelf.update, { id: here, version: 2, cold: true })).toMatchObject({ cold: true, ownerId: bob });
});

test('A department that is named is in use; what was deleted comes back by its id', async () => {
  const [use] = shelves.departmentUses;
  const { rows } = await use!.uses(sql`${[south]}::uuid[]`).execute(served.database.db);
  expect(rows).toMatchObject([{ object_kind: 'shelf', name: 'South 1' }]);
  expect((await served.boss.ask(departmentRemove, { ids: [south] })).code).toBe(10410);
  const { id } = await served.boss.call(shelf.add, { name: 'Gone', code: 'gone', departmentId: north });
  const admin = northern();
  await admin.call(shelf.delete, { ids: [id] });
  expect(await admin.call(shelf.restore, { ids: [id] })).toEqual({ count: 1 });
  expect((await admin.ask(shelf.restore, { ids: [id] })).code).toBe(10910);
  expect((await served.boss.ask(shelf.restore, { ids: [id] })).code).toBe(10404);
});

test('What names a person who leaves is handed over or emptied', async () => {
  const { id } = await served.boss.call(shelf.add, {
    name: 'Held',
    code: 'held',
    departmentId: north,
    ownerId: ann,
    helperIds: [ann, bob],
  });
  const [owners, helpers] = shelves.holdings;
  const { db } = served.database;
  expect(owners!.kind).toBe('shelf.ownerId');
  expect((await owners!.count(db, [ann])).get(ann)).toBe(1);
  expect(await helpers!.sample(db, ann, 5)).toEqual([{ id, name: 'Held' }]);
  const wish = { uid: ann, caller: systemCaller('test'), services: served.services, options: {} };
  await db.transaction().execute((tx) => owners!.apply(tx, { ...wish, choice: 'handOver', successorId: bob }));
  await db.transaction().execute((tx) => helpers!.apply(tx, { ...wish, choice: 'remove', successorId: null }));
  expect(await served.boss.call(shelf.get, { id })).toMatchObject({ ownerId: bob, helperIds: [bob] });
});

/** The result of a job of the boss. */
async function resultOf(jobId: string): Promise<unknown> {
  await expect.poll(async () => (await served.boss.call(getJob, { id: jobId })).state).toBe('done');
  return (await served.boss.call(getJob, { id: jobId })).result;
}

const imported = z.object({ planId: z.string() });
const exported = z.object({ fileId: z.string() });

async function planOf(
  file: string | Buffer,
  name = 'shelves.csv',
): Promise<{ planId: string; lines: [action: string, name: string, issues: string[]][] }> {
  const declared = name.endsWith('.csv') ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const upload = { name, declared, purpose: 'import', owner: served.boss.uid, keepMillis: 60_000 };
  const { id } = await keepUpload(served.services, Readable.from([Buffer.from(file)]), upload, 1_000_000);
  const { planId } = imported.parse(await resultOf((await served.boss.call(shelf.import, { fileId: id })).jobId));
  const { list } = await served.boss.call(listPlanItems, { planId });
  return { planId, lines: list.map(({ action, name, issues }) => [action, name, issues.map(({ path }) => path)]) };
}

test('A file adds and changes objects as a plan, says what it can’t read, and what was exported is the same again', async () => {
  const header = 'name,code,Department (ID),ownerId,size,cold,until';
  const { planId, lines } = await planOf(
    [
      header.replace('Department (ID)', 'departmentId'),
      `New,new,${north},ann,large,true,2030-01-31`,
      `Held,held,,,large,,`,
      `Bad,bad,${north},,huge,,`,
      `Bad,bad code,${north},,,,`,
    ].join('\n'),
  );
  expect(lines).toEqual([
    ['create', 'New', []],
    ['change', 'Held', []],
    ['refused', 'bad', ['size']],
    ['refused', 'bad code', ['code']],
  ]);
  const { jobId } = await served.boss.call(applyPlan, { id: planId, expected: { create: 1, change: 1, refused: 2 } });
  await resultOf(jobId);
  expect((await served.boss.call(shelf.list, { text: 'New' })).list).toMatchObject([
    { code: 'new', ownerName: 'ann', size: 'large', cold: true, until: Date.parse('2030-01-31'), enabled: true },
  ]);
  const csv = await exportedAs('csv', 'New');
  expect(csv.toString().trim().split('\n')).toHaveLength(2);
  expect(csv.toString()).toContain('North');
});

async function exportedAs(format: 'csv' | 'xlsx', name: string): Promise<Buffer> {
  const { fileId } = exported.parse(await resultOf((await served.boss.call(shelf.export, { format, filter: { text: name } })).jobId));
  const { hash } = await served.database.db.selectFrom('file').select('hash').where('id', '=', fileId).executeTakeFirstOrThrow();
  return bufferOf(await served.files.open(hash));
}

test('What was exported is the same again in either format: people, lists, ends to the millisecond, other languages, texts like formulas', async () => {
  await served.boss.call(shelf.add, {
    name: '=Round trip',
    code: 'round',
    departmentId: north,
    ownerId: bob,
    helperIds: [ann, bob],
    size: 'large',
    until: 1_900_000_000_123,
    holds: ['wet', 'dry'],
    label: { zh_CN: '往返', en_US: 'Round', ja_JP: '往復' },
  });
  for (const format of ['csv', 'xlsx'] as const)
    expect((await planOf(await exportedAs(format, 'Round trip'), `round.${format}`)).lines).toEqual([['same', '=Round trip', []]]);
});

test('A file names departments by their path or name and choices by their words; what is unknown or ambiguous is told at its column', async () => {
  const { id: store } = await served.boss.call(departmentAdd, { parentId: north, name: { zh_CN: '仓库', en_US: 'Store' } });
  await served.boss.call(departmentAdd, { parentId: south, name: { zh_CN: '仓库', en_US: 'Store' } });
  const { name: top } = await served.boss.call(departmentGet, { id: rootDepartmentId });
  const { planId, lines } = await planOf(
    [
      'code,name,departmentId,departmentId (ID),size,holds,cold',
      'by-name,By name,North,,大,生鲜 干货,是',
      `by-path,By path,${top.zh_CN}/North/仓库,,Large,"Fresh, cooled; Dry goods",Yes`,
      `by-id,By id,,${store},小型,乾物、生鮮,いいえ`,
      'unknown,Unknown,West,,small,,',
      'twice,Twice,Store,,small,,',
      `gone,Gone,,${randomUUID()},small,,`,
      'word,Word,North,,tiny,dry frozen,maybe',
    ].join('\n'),
  );
  expect(lines).toEqual([
    ['create', 'By name', []],
    ['create', 'By path', []],
    ['create', 'By id', []],
    ['refused', 'unknown', ['departmentId']],
    ['refused', 'twice', ['departmentId']],
    ['refused', 'gone', ['departmentId']],
    ['refused', 'word', ['size', 'cold', 'holds']],
  ]);
  const { list } = await served.boss.call(listPlanItems, { planId });
  expect(list.slice(3, 6).flatMap(({ issues }) => issues.map(({ message }) => message))).toEqual(
    Array.from({ length: 3 }, () => 'There is no such department, or several of this name'),
  );
  await resultOf((await served.boss.call(applyPlan, { id: planId, expected: { create: 3, refused: 4 } })).jobId);
  const read = async (text: string) => (await served.boss.call(shelf.list, { text })).list[0];
  expect(await read('By name')).toMatchObject({ departmentId: north, size: 'large', holds: ['wet', 'dry'], cold: true });
  expect(await read('By path')).toMatchObject({ departmentId: store, size: 'large', holds: ['wet', 'dry'], cold: true });
  expect(await read('By id')).toMatchObject({ departmentId: store, size: 'small', holds: ['dry', 'wet'], cold: false });
});

test('What an object refers to has its name where the range shows it, and the word elsewhere', async () => {
  const shelfOf = (departmentId: string, code: string) => served.boss.call(shelf.add, { name: `Shelf ${code}`, code, departmentId });
  const [near, far] = [await shelfOf(north, 'near'), await shelfOf(south, 'far')];
  for (const { id } of [near, far])
    await served.boss.call(crate.add, { name: id === near.id ? 'Near' : 'Far', departmentId: north, shelfId: id });
  const { list } = await northern().call(crate.list, {});
  expect(list.map(({ name, shelfName }) => `${name}: ${shelfName}`).toSorted()).toEqual(['Far: (outside your range)', 'Near: Shelf near']);
  const { list: all } = await served.boss.call(crate.list, {});
  expect(all.map(({ shelfName }) => shelfName).toSorted()).toEqual(['Shelf far', 'Shelf near']);
  const nowhere = await served.boss.ask(crate.add, { name: 'Lost', departmentId: north, shelfId: randomUUID() });
  expect(nowhere).toMatchObject({ code: 10400, data: { issues: [{ path: 'shelfId' }] } });
});
