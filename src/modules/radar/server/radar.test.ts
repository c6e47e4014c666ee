import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { tried } from '#kit/common/change/dry-run.ts';
import { roleManage } from '#modules/system/common/permissions.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import type { RadarKind, RadarFinding } from '#kit/server/radar-kind.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { radarPage as page } from '../common/permissions.ts';
import * as contract from '../common/radar.contract.ts';
import { radarModule } from './module.ts';
import { severityOf } from './radar-state.ts';
import { refreshRadar } from './refresh.ts';
import '#kit/server/mail/mail.table.ts';
import '#kit/server/warning/warning.table.ts';

const dayMillis = 86_400_000;
const inDays = (days: number): number => Date.now() + days * dayMillis + 3_600_000;

/** A module with things that end, as its tests request. */
let lamps: RadarFinding[] = [];
const words = local('灯 {name}', 'Lamp {name}, {volts} V', 'ランプ {name}');
const lamp = (kind: string, more: Partial<RadarKind> = {}): RadarKind => ({
  kind,
  objectKind: 'lamp',
  title: local('灯', 'Lamp', 'ランプ'),
  measure: 'end',
  impact: words,
  nextStep: words,
  code: roleManage.code,
  facts: { volts: { label: words, as: 'number' } },
  link: ({ objectId }) => `/lamps?id=${objectId}`,
  list: async () => lamps,
  ...more,
});
const lampsModule = {
  name: 'lamps',
  migrations: import.meta.dirname,
  resources: [],
  routes: [],
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  radarKinds: [
    lamp('lamp.end'),
    lamp('lamp.broken', { list: () => Promise.reject(new Error('Nobody holds a lamp')) }),
    lamp('lamp.quiet', { quiet: true, list: async () => lamps.slice(0, 1) }),
  ],
} satisfies ServerModule;

let served: TestModules;
let north = '';
let south = '';
let ann = '';
let bob = '';

beforeAll(async () => {
  served = await serveModules(systemModule, ...peopleModules, lampsModule, radarModule);
  const department = async (name: string): Promise<string> =>
    (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
  [north, south] = [await department('North'), await department('South')];
  [ann, bob] = [await person('ann', north), await person('bob', south)];
});
afterAll(() => served.close());

const person = async (account: string, departmentId: string, more: object = {}): Promise<string> =>
  (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }], ...more })).id;
const pathOf = async (id: string): Promise<string> =>
  (await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [id])).rows[0]!.path;
const look = () => served.boss.call(contract.radarRecheck, {});
const rowsOf = async (kind: string) => (await served.boss.call(contract.radarList, { kind, pageSize: 100 })).list;

interface Said {
  object_id: string;
  holds: boolean;
  severity: string;
  dept_id: string | null;
}
/** What was said of expiry since the last time. */
const said = async (): Promise<Said[]> => {
  const { rows } =
    await sql<Said>`delete from warning_event where kind = 'expiry' returning object_id, holds, severity, dept_id, id`.execute(
      served.database.db,
    );
  return rows;
};

test('Each step is a severity of its own, the last one the worst; what only ages is never critical', () => {
  const at = (days: number, remindDays: number[], measure: 'end' | 'age' = 'end') =>
    severityOf({ dueAt: days * dayMillis, remindDays, measure }, 0);
  expect([61, 60, 31, 30, 7, 1, 0].map((days) => at(days, [60, 30, 7, 1]))).toEqual([
    null,
    'info',
    'info',
    'warning',
    'error',
    'critical',
    'critical',
  ]);
  expect([31, 30, -1].map((days) => at(days, [30]))).toEqual([null, 'warning', 'critical']);
  expect([31, 30, -1].map((days) => at(days, [30], 'age'))).toEqual([null, 'warning', 'error']);
  expect(severityOf({ dueAt: null, remindDays: [30], measure: 'end' }, 0)).toBeNull();
});

test('What modules keep is found, follows them and goes with them; one that fails spoils nothing, a second round says nothing twice', async () => {
  lamps = [
    { objectId: 'a', name: 'Hall', dueAt: inDays(40), facts: { volts: 230 } },
    { objectId: 'b', name: local('仓库', 'Store', '倉庫'), dueAt: inDays(400) },
    { objectId: 'c', name: 'Yard', dueAt: null },
  ];
  await refreshRadar(served.services);
  const rows = await rowsOf('lamp.end');
  expect(rows.map(({ name, state, origin, link }) => [name, state, origin, link])).toEqual([
    ['Hall', 'soon', 'module', '/lamps?id=a'],
    ['Store', 'ok', 'module', '/lamps?id=b'],
    ['Yard', 'unknown', 'module', '/lamps?id=c'],
  ]);
  const [hall] = rows;
  expect(await served.boss.call(contract.radarGet, { id: hall!.id })).toMatchObject({
    impact: 'Lamp Hall, 230 V',
    facts: [{ name: 'volts', value: '230' }],
    quiet: false,
    reminds: true,
  });
  expect(await said()).toMatchObject([{ object_id: hall!.id, holds: true, severity: 'info' }]);
  await look();
  await look();
  expect(await said()).toEqual([]);
  lamps = [{ objectId: 'a', name: 'Hall', dueAt: inDays(5) }];
  await look();
  expect((await rowsOf('lamp.end')).map(({ id, state }) => [id, state])).toEqual([[hall!.id, 'due']]);
  expect(await said()).toMatchObject([{ object_id: hall!.id, holds: true, severity: 'error' }]);
  await served.database.pool.query(
    `insert into warning (id, kind, module, object_kind, object_id, object_name, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, look_at)
     values (gen_random_uuid(), 'expiry', 'radar', 'radarItem', $1, 'Hall', 'error', 'error', '{}', 'open', true, false, 1, 1, 1, 9000000000000000)`,
    [hall!.id],
  );
  lamps = [{ objectId: 'a', name: 'Hall', dueAt: inDays(300) }];
  await look();
  expect(await said()).toMatchObject([{ object_id: hall!.id, holds: false }]);
  lamps = [];
  await look();
  expect(await rowsOf('lamp.end')).toEqual([]);
  // Nobody told that it went by another way: the next round finds the warning that is left.
  await said();
  await served.database.pool.query('update radar_round set at = 0');
  await refreshRadar(served.services);
  expect(await said()).toMatchObject([{ object_id: hall!.id, holds: false }]);
  await served.database.pool.query('delete from warning');
});

test('Time of people, of roles and by hand: the next first, by every filter, with tiles and time line', async () => {
  await person('guest', north, { expiresAt: inDays(20), employmentType: 'contractor', ownerId: ann });
  lamps = [{ objectId: 'a', name: 'Hall', dueAt: inDays(-3) }];
  await look();
  const { id } = await served.boss.call(contract.radarAdd, {
    name: 'Domain example.com',
    dueAt: inDays(3),
    impact: 'Nobody reaches the portal',
    link: 'https://example.com/renew',
    remindDays: [1, 30, 7, 30],
  });
  const all = (await served.boss.call(contract.radarList, {})).list;
  expect(all.map(({ name, state }) => [name, state])).toEqual([
    ['Hall', 'overdue'],
    ['Hall', 'overdue'],
    ['Domain example.com', 'due'],
    ['guest', 'soon'],
  ]);
  const names = async (filter: object) => (await served.boss.call(contract.radarList, filter)).list.map(({ name }) => name);
  expect(await names({ state: ['due', 'soon'] })).toEqual(['Domain example.com', 'guest']);
  expect(await names({ within: '7' })).toEqual(['Hall', 'Hall', 'Domain example.com']);
  expect(await names({ module: 'user-centre' })).toEqual(['guest']);
  expect(await names({ origin: 'hand', noOwner: true, snoozed: false })).toEqual(['Domain example.com']);
  expect(await names({ text: 'lamp' })).toEqual(['Hall', 'Hall']);
  expect(await names({ text: '100%' })).toEqual([]);
  expect(await names({ from: inDays(2), to: inDays(4) })).toEqual(['Domain example.com']);
  expect(await served.boss.call(contract.radarGet, { id })).toMatchObject({
    impact: 'Nobody reaches the portal',
    link: 'https://example.com/renew',
    remindDays: [30, 7, 1],
  });
  const line = await served.boss.call(contract.radarTimeline, {});
  expect(line).toMatchObject({ states: { overdue: 2, due: 1, soon: 1, ok: 0, unknown: 0 }, noOwner: 4, snoozed: 0 });
  expect(line.next.map(({ name }) => name)).toEqual(['Domain example.com', 'guest']);
  expect(line.marks.map(({ state, count }) => [state, count])).toEqual([
    ['due', 1],
    ['soon', 1],
  ]);
  // The time of a person and a quiet kind are shown, and nobody is told.
  expect((await said()).map(({ object_id }) => object_id).toSorted()).toEqual(
    [id, all.find(({ kind }) => kind === 'lamp.end')!.id].toSorted(),
  );
});

test('Owner, snooze, versions, history and undo; what a module keeps is neither renamed nor deleted here', async () => {
  const { boss } = served;
  const [domain] = await rowsOf('hand');
  const [hall] = await rowsOf('lamp.end');
  const ids = [domain!.id, hall!.id];
  expect(await boss.call(contract.radarAssign, { ids, ownerId: ann })).toEqual({ count: 2 });
  expect((await rowsOf('lamp.end'))[0]).toMatchObject({ owner: 'ann', version: 2 });
  expect(await boss.ask(contract.radarAssign, { ids, ownerId: domain!.id })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'ownerId' }] },
  });
  const [line] = (await boss.call(listJournal, { kind: ['radarItem'], objectId: hall!.id, pageSize: 1 })).list;
  await boss.call(revertChanges, { operationIds: [line!.id] });
  expect((await rowsOf('lamp.end'))[0]).toMatchObject({ owner: null });

  expect(await boss.ask(contract.radarSnooze, { ids, until: inDays(-1), reason: 'Late' })).toMatchObject({ code: 10400 });
  expect(await boss.ask(contract.radarSnooze, { ids, until: inDays(9) })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'reason' }] },
  });
  await said();
  await boss.call(contract.radarSnooze, { ids, until: inDays(9), reason: 'Ordered' });
  const change = { id: domain!.id, version: 3, dueAt: inDays(0.5) };
  expect(await boss.ask(contract.radarUpdate, { ...change, version: 1 })).toMatchObject({ code: 10409 });
  expect(await boss.call(contract.radarUpdate, change)).toMatchObject({ state: 'due', reason: 'Ordered' });
  expect(await said()).toEqual([]);
  await boss.call(contract.radarSnooze, { ids, until: null });
  expect(await said()).toMatchObject([{ object_id: domain!.id, severity: 'critical' }]);

  expect(await boss.ask(contract.radarUpdate, { id: hall!.id, version: 5, name: 'Mine' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'name' }] },
  });
  expect(await boss.ask(contract.radarRemove, { ids: [hall!.id] })).toMatchObject({ code: 10412 });
  expect(await boss.ask(contract.radarRemove, tried({ ids: [domain!.id] }))).toMatchObject({ code: 0, data: { counts: { delete: 1 } } });
  expect(await boss.call(contract.radarRemove, { ids: [domain!.id] })).toEqual({ count: 1 });
  expect(await boss.ask(contract.radarGet, { id: domain!.id })).toMatchObject({ code: 10404 });
});

test('An owner gets a mail in their language at each step, once, and not while it is snoozed; a new owner hears of the step that stands', async () => {
  const { boss, services, database } = served;
  const mei = await person('mei', north, { email: 'mei@example.com', locale: 'ja_JP' });
  const tom = await person('tom', north, { email: 'tom@example.com', locale: 'en_US' });
  const mailed = async () => {
    const rows = await database.db.selectFrom('mail_outbox').selectAll().where('template', '=', 'radar.owner').orderBy('id').execute();
    return Promise.all(
      rows.map(async (row) => ({
        to: row.address,
        language: row.language,
        values: await services.mails.valuesOf(database.db, { ...row, content: row.content ?? '' }),
      })),
    );
  };
  lamps = [
    { objectId: 'm', name: 'Mast', dueAt: inDays(40), facts: { volts: 12 } },
    { objectId: 'q', name: 'Quiet', dueAt: inDays(500) },
  ];
  await look();
  const ids = (await rowsOf('lamp.end')).map(({ id }) => id);
  await boss.call(contract.radarAssign, { ids, ownerId: mei });
  await look();
  expect(await mailed()).toMatchObject([
    {
      to: 'mei@example.com',
      language: 'ja_JP',
      values: {
        name: 'Mast',
        kind: 'ランプ',
        when: 'あと 41 日で期限を迎えます',
        impact: 'ランプ Mast',
        link: expect.stringContaining(ids[0]!),
      },
    },
  ]);
  await boss.call(contract.radarSnooze, { ids, until: inDays(9), reason: 'Ordered' });
  lamps = [{ objectId: 'm', name: 'Mast', dueAt: inDays(20) }, lamps[1]!];
  await look();
  expect(await mailed()).toHaveLength(1);
  await boss.call(contract.radarSnooze, { ids, until: null });
  await look();
  await look();
  expect((await mailed())[1]).toMatchObject({ to: 'mei@example.com', values: { when: 'あと 21 日で期限を迎えます' } });
  await boss.call(contract.radarAssign, { ids, ownerId: tom });
  await boss.call(contract.radarAssign, { ids, ownerId: mei });
  lamps = [{ objectId: 'm', name: 'Mast', dueAt: inDays(-1) }, lamps[1]!];
  await look();
  expect((await mailed()).map(({ to, values }) => [to, values['when']]).slice(2)).toEqual([
    ['tom@example.com', 'ends in 21 days'],
    ['mei@example.com', '期限を過ぎています'],
  ]);
  lamps = [{ objectId: 'a', name: 'Hall', dueAt: inDays(-3) }];
  await look();
  await said();
});

test('Departments are seen in range, the rest by who sees everything, and nothing by who may not read it on its own page', async () => {
  const { boss } = served;
  const everyButton = Object.values(page.button);
  const path = await pathOf(north);
  const holder = (code: string, range: readonly string[] | 'all') =>
    served.holder({ [code]: range, ...Object.fromEntries([page.code, ...everyButton].map((one) => [one, [path]])) });
  const reader = holder(userManagement.code, [path]);
  const [inside, outside] = [
    (await boss.call(contract.radarAdd, { name: 'North contract', dueAt: inDays(9), deptId: north })).id,
    (await boss.call(contract.radarAdd, { name: 'South contract', dueAt: inDays(9), deptId: south })).id,
  ];
  expect((await reader.call(contract.radarList, {})).list.map(({ name }) => name)).toEqual(['North contract', 'guest']);
  expect((await reader.call(contract.radarTimeline, {})).states).toMatchObject({ overdue: 0, soon: 2 });
  // The same range without the page of people.
  expect((await holder('other', 'all').call(contract.radarList, {})).list.map(({ name }) => name)).toEqual(['North contract']);
  const site = (await rowsOf('lamp.end'))[0]!.id;
  const out = { code: 10910 };
  for (const id of [outside, site]) {
    expect(await reader.ask(contract.radarGet, { id })).toMatchObject(out);
    expect(await reader.ask(contract.radarAssign, { ids: [inside, id], ownerId: ann })).toMatchObject(out);
    expect(await reader.ask(contract.radarRecheck, { ids: [id] })).toMatchObject(out);
    expect(await reader.ask(contract.radarRemove, { ids: [id] })).toMatchObject(out);
  }
  expect(await reader.ask(contract.radarAssign, { ids: [inside], ownerId: bob })).toMatchObject(out);
  expect(await reader.ask(contract.radarAdd, { name: 'Site', dueAt: inDays(1) })).toMatchObject(out);
  expect(await reader.ask(contract.radarUpdate, { id: inside, version: 1, deptId: null })).toMatchObject(out);
  expect(await reader.ask(contract.radarUpdate, { id: inside, version: 1, deptId: south })).toMatchObject(out);
  expect(await reader.call(contract.radarAssign, { ids: [inside], ownerId: ann })).toEqual({ count: 1 });
  expect(await said()).toMatchObject([{ dept_id: north }, { dept_id: south }]);
});
