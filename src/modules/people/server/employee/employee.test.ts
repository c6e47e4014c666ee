import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import { newId } from '#kit/server/ids.ts';
import { purgeExpired } from '#kit/server/change/recycle-bin.ts';
import { emptyFields } from '../../common/employee-filters.ts';
import { employeeChange, employeeDraft, employeeList } from '../../common/employee.contract.ts';
import { extraDraft } from '../../common/extra/extra.contract.ts';
import { settingUpdate } from '../../common/setting.contract.ts';
import { removeDepartments } from '../department/department.service.ts';
import { createDirectory } from '../directory.ts';
import { updateOwnFields } from './employee.own.ts';
import { purgeEmployees } from './employee.purge.ts';
import { accountStem, freeAccount } from './propose-account.ts';
import { getEmployee, listEmployees } from './employee.query.ts';
import {
  disableEmployees,
  enableEmployees,
  removeEmployees,
  restoreEmployees,
  unmaskEmployee,
  updateEmployee,
} from './employee.service.ts';
import { addExtra } from '../extra/extra.service.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { peopleSettings } from '../setting/setting.ts';
import { adminOf, boss, by, Company, seen, watchEffects } from '../testing/people-fixture.ts';

let company: Company;
let north: { id: string; path: string };
let south: { id: string; path: string };
let team: { id: string; path: string };
const directory = createDirectory();

beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
  north = await company.department('北方公司', undefined, { kind: 'company' });
  south = await company.department('南方公司', undefined, { kind: 'company' });
  team = await company.department('平台组', north.id);
});
afterAll(() => company.database.close());

const db = () => company.database.db;
const update = (id: string, change: Record<string, unknown>, caller = boss()) =>
  company.write((tx) => updateEmployee(tx, caller, employeeChange.parse({ id, ...change })));
const list = async (input: Record<string, unknown>, caller = boss()) => listEmployees(db(), caller, employeeList.input.parse(input));
const namesIn = async (input: Record<string, unknown>, caller = boss()) =>
  (await list(input, caller)).list.map(({ name }) => name).toSorted();

test('a person in two departments is listed once in each, and the draft refuses fields of the server', async () => {
  const id = await company.person([team.id, south.id], { name: '李雷', mobile: '+8613812345678', birthday: '1990-02-03' });
  const person = await getEmployee(db(), boss(), id);
  expect(person).toMatchObject({
    name: '李雷',
    mobile: '138****5678',
    birthday: '1990-**-**',
    status: 'active',
    enabled: true,
    version: 1,
    writable: true,
  });
  expect(person.departments.map(({ name, primary, fullName }) => [name, primary, fullName])).toEqual([
    ['平台组', true, 'Company / 北方公司 / 平台组'],
    ['南方公司', false, 'Company / 南方公司'],
  ]);
  expect(await namesIn({ departmentId: north.id })).toEqual(['李雷']);
  expect(await namesIn({ departmentId: north.id, below: false })).toEqual([]);
  expect(await namesIn({ departmentId: south.id, below: false })).toEqual(['李雷']);
  expect((await list({ text: '李雷' })).total).toBe(1);
  for (const extra of ['status', 'uid', 'isSupperAdmin', 'createdBy']) {
    expect(employeeDraft.safeParse({ account: 'x', name: 'x', assignments: [{ departmentId: team.id }], [extra]: 'x' }).success).toBe(
      false,
    );
  }
});

test('an administrator sees and changes people of the range: the person belongs to the primary department, an assignment to its own', async () => {
  const inNorth = await company.person([team.id], { name: 'North Only' });
  const both = await company.person([south.id, team.id], { name: 'South And Team' });
  const inSouth = await company.person([south.id], { name: 'South Only' });
  const admin = () => adminOf([north.path]);
  expect(await namesIn({ text: 'only' }, admin())).toEqual(['North Only']);
  expect((await list({ text: 'South' }, admin())).total).toBe(1);
  await expect(getEmployee(db(), admin(), inSouth)).rejects.toMatchObject({ answer: 10910 });
  await expect(getEmployee(db(), admin(), '01a00000-0000-7000-8000-00000000dead')).rejects.toMatchObject({ answer: 10910 });
  expect(await getEmployee(db(), admin(), both)).toMatchObject({ writable: false });
  await update(inNorth, { version: 1, title: 'Lead' }, admin());
  await expect(update(both, { version: 1, title: 'Lead' }, admin())).rejects.toMatchObject({ answer: 10910 });
  // The assignment in the range may end, the other may not.
  await update(both, { version: 1, assignments: [{ departmentId: south.id, primary: true }] }, admin());
  await expect(update(inNorth, { version: 2, assignments: [{ departmentId: south.id, primary: true }] }, admin())).rejects.toMatchObject({
    answer: 10910,
  });
  await expect(company.person([south.id], {}, admin())).rejects.toMatchObject({ answer: 10910 });
  await expect(company.write((tx) => disableEmployees(tx, admin(), { ids: [inNorth, inSouth] }))).rejects.toMatchObject({ answer: 10910 });
  expect((await getEmployee(db(), boss(), inNorth)).status).toBe('active');
});

test('accounts, numbers, mobiles and addresses are taken without regard to case and width, and foreign names stay unknown', async () => {
  await company.person([south.id], {
    account: 'Wang.Wu',
    name: 'Wang Wu',
    employeeNo: 'N1',
    mobile: '+8613900000001',
    email: 'Wang@a.example',
  });
  const add = (more: Record<string, unknown>, caller = boss()) => company.person([team.id], more, caller);
  await expect(add({ account: 'ｗang.wu' })).rejects.toMatchObject({ answer: 10411, data: { field: 'account' } });
  await expect(add({ employeeNo: 'N1' })).rejects.toMatchObject({ answer: 10411, data: { field: 'employeeNo' } });
  await expect(add({ mobile: '+8613900000001' })).rejects.toMatchObject({ answer: 10411, data: { field: 'mobile' } });
  await expect(add({ email: 'wang@A.example' })).rejects.toMatchObject({ answer: 10411, data: { field: 'email' } });
  const twice = add({ account: 'wang.wu', employeeNo: 'N1' }, adminOf([north.path]));
  await expect(twice).rejects.toMatchObject({
    issues: [
      { path: 'account', key: 'issue.takenHidden' },
      { path: 'employeeNo', key: 'issue.takenHidden' },
    ],
  });
  await expect(add({ account: 'wang.wu', employeeNo: 'N1' })).rejects.toMatchObject({ issues: [{ params: { name: 'Wang Wu' } }, {}] });
  const race = await Promise.allSettled([add({ account: 'racer' }), add({ account: 'RACER' })]);
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an account is proposed as the name is spoken, and one that nobody has', async () => {
  expect(accountStem('田浩然', 'zh_CN')).toBe('tian.haoran');
  expect(accountStem('欧阳丽娜', 'en_US')).toBe('ouyang.lina');
  expect(accountStem('Jürgen Groß', 'en_US')).toBe('jurgen.gross');
  expect(accountStem('田中美咲', 'ja_JP')).toBeUndefined();
  expect(accountStem('たなか', 'ja_JP')).toBeUndefined();
  expect(await freeAccount(db(), 'tian.haoran')).toBe('tian.haoran');
  await company.person([south.id], { account: 'Tian.Haoran', name: '田浩然' });
  expect(await freeAccount(db(), 'tian.haoran')).toBe('tian.haoran2');
});

test('exactly one primary department, none of them virtual or twice', async () => {
  const virtual = await company.department('项目组', north.id, { kind: 'virtual' });
  const add = (assignments: unknown[]) => company.person([], { assignments });
  await expect(add([{ departmentId: team.id }, { departmentId: south.id }])).rejects.toMatchObject({ answer: 12023 });
  await expect(add([{ departmentId: virtual.id }])).rejects.toMatchObject({ answer: 12005 });
  await expect(add([{ departmentId: team.id, primary: true }, { departmentId: team.id }])).rejects.toMatchObject({
    issues: [{ path: 'assignments', key: 'issue.departmentTwice' }],
  });
  const id = await add([{ departmentId: team.id, primary: true }, { departmentId: virtual.id }]);
  await expect(update(id, { version: 1, assignments: [{ departmentId: virtual.id, primary: true }] })).rejects.toMatchObject({
    answer: 12005,
  });
  expect(employeeChange.safeParse({ id, version: 1, assignments: [] }).success).toBe(false);
});

test('of two edits of one version the second gets 10409 with the present values', async () => {
  const id = await company.person([team.id], { mobile: '+8613912340000' });
  await update(id, { version: 1, title: 'first' });
  await expect(update(id, { version: 1, title: 'second' })).rejects.toMatchObject({
    answer: 10409,
    data: { current: { title: 'first', version: 2, mobile: '139****0000' } },
  });
});

test('reporting lines end at the top', async () => {
  const [a, b] = [await company.person([team.id]), await company.person([team.id])];
  const c = await company.person([team.id], { managerId: b });
  await update(b, { version: 1, managerId: a });
  await expect(update(a, { version: 1, managerId: c })).rejects.toMatchObject({ answer: 12022, data: { field: 'managerId' } });
  await expect(update(a, { version: 1, managerId: a })).rejects.toMatchObject({ answer: 12022 });
});

test('disabling ends sessions in the same transaction, not one’s own and not the last administrator’s', async () => {
  const id = await company.person([team.id]);
  const self = adminOf([north.path], id);
  await expect(company.write((tx) => disableEmployees(tx, self, { ids: [id] }))).rejects.toMatchObject({ answer: 12024 });
  await expect(company.write((tx) => disableEmployees(tx, boss(), { ids: [builtinAdminUid] }))).rejects.toMatchObject({ answer: 12131 });
  expect(await company.write((tx) => disableEmployees(tx, boss(), { ids: [id] }))).toBe(1);
  expect(seen.ended).toContain(id);
  expect(await directory.byUid(db(), id)).toMatchObject({ mayEnter: false });
  expect(await company.write((tx) => enableEmployees(tx, boss(), { ids: [id] }))).toBe(1);
  expect(await directory.byUid(db(), id)).toMatchObject({ mayEnter: true });
});

test('the recycle bin hides a person, keeps the account, frees the mobile number, gives back and erases', async () => {
  const id = await company.person([team.id], { account: 'leaver', name: 'Leaver', mobile: '+8613900000077' });
  await company.write((tx) => removeEmployees(tx, boss(), { ids: [id] }));
  expect(await namesIn({ text: 'leaver' })).toEqual([]);
  expect(await namesIn({ text: 'leaver', deleted: true })).toEqual(['Leaver']);
  expect(await directory.byAccount(db(), 'LEAVER')).toBeUndefined();
  await expect(company.person([team.id], { account: 'leaver' })).rejects.toMatchObject({ answer: 10411 });
  const successor = await company.person([team.id], { mobile: '+8613900000077' });
  await expect(company.write((tx) => restoreEmployees(tx, boss(), { ids: [id] }))).rejects.toMatchObject({
    answer: 10411,
    data: { field: 'mobile' },
  });
  await update(successor, { version: 1, mobile: null });
  expect(await company.write((tx) => restoreEmployees(tx, boss(), { ids: [id] }))).toBe(1);
  expect(await getEmployee(db(), boss(), id)).toMatchObject({ status: 'disabled' });
  await expect(company.write((tx) => purgeEmployees(tx, boss(), { ids: [id] }))).rejects.toMatchObject({ answer: 10412 });
  await company.write((tx) => removeEmployees(tx, boss(), { ids: [id] }));
  expect(await company.write((tx) => purgeEmployees(tx, boss(), { ids: [id] }))).toBe(1);
  await expect(getEmployee(db(), boss(), id)).rejects.toMatchObject({ answer: 10404 });
  await expect(company.person([team.id], { account: 'Leaver' })).rejects.toMatchObject({ answer: 12025 });
});

test('after thirty days in the recycle bin people are erased with their password, those who came back are not', async () => {
  const [leaver, returner] = [await company.person([team.id], { account: 'bin.leaver' }), await company.person([team.id])];
  await company.write((tx) => removeEmployees(tx, boss(), { ids: [leaver, returner] }));
  await company.write((tx) => restoreEmployees(tx, boss(), { ids: [returner] }));
  const after = (days: number) =>
    purgeExpired({
      database: company.database,
      kinds: peopleModules.flatMap(({ kinds = [] }) => kinds),
      now: () => Date.now() + days * 86_400_000,
    });
  expect(await after(29)).toBe(0);
  expect((await list({ deleted: true, text: 'bin.leaver' })).total).toBe(1);
  expect(await after(31)).toBe(1);
  expect(await after(31)).toBe(0);
  await expect(getEmployee(db(), boss(), leaver)).rejects.toMatchObject({ answer: 10404 });
  expect(seen.forgotten).toContain(leaver);
  expect(seen.forgotten).not.toContain(returner);
  expect((await getEmployee(db(), boss(), returner)).status).toBe('disabled');
  await expect(company.person([team.id], { account: 'Bin.Leaver' })).rejects.toMatchObject({ answer: 12025 });
});

test('people are found by name, pinyin, initials, account, number and both ends of the mobile number; wildcards are letters', async () => {
  const place = await company.department('搜索部');
  await company.person([place.id], {
    account: 'ouyang.ln',
    name: '欧阳丽娜',
    employeeNo: 'Q-77',
    mobile: '+8615912345678',
    email: 'lina@b.example',
  });
  await company.person([place.id], { account: 'plain', name: 'Jean-Luc Picard', nameEn: '100% real' });
  const find = (text: string) => namesIn({ text, departmentId: place.id });
  const findAll = async (texts: string[]) =>
    Object.fromEntries(await Promise.all(texts.map(async (text) => [text, (await find(text)).join()])));
  const hers = [
    '欧阳丽娜',
    '丽娜',
    '阳',
    'ouyangli',
    'oyln',
    'OUYANG.LN',
    'Q-77',
    'Ｑ－７７',
    '１５９１２３',
    '159123',
    '5678',
    '+86159',
    'lina@b',
  ];
  expect(await findAll(hers)).toEqual(Object.fromEntries(hers.map((text) => [text, '欧阳丽娜'])));
  expect(await findAll(['picard', 'Luc Pic', '100%', '%'])).toEqual({
    picard: 'Jean-Luc Picard',
    'Luc Pic': 'Jean-Luc Picard',
    '100%': 'Jean-Luc Picard',
    '%': 'Jean-Luc Picard',
  });
  expect(await findAll(['_', '*)(uid=*', "' or 1=1 --"])).toEqual({ _: '', '*)(uid=*': '', "' or 1=1 --": '' });
  expect((await directory.searchPeople(db(), { all: true }, 'oyln', 5)).map(({ name }) => name)).toEqual(['欧阳丽娜']);
  expect(await directory.searchPeople(db(), { all: false, paths: [north.path], self: false, uid: '' }, 'oyln', 5)).toEqual([]);
});

test('unmasking shows one value within the range and leaves a note for the audit', async () => {
  const id = await company.person([south.id], { mobile: '+8613700000009' });
  const caller = boss();
  expect(await unmaskEmployee(db(), caller, { id, field: 'mobile', reason: 'call back' })).toEqual({ value: '+8613700000009' });
  expect(caller.note()).toEqual({ field: 'mobile', reason: 'call back' });
  await expect(unmaskEmployee(db(), adminOf([north.path]), { id, field: 'mobile', reason: 'x' })).rejects.toMatchObject({ answer: 10910 });
});

test('pages follow one another by number and by cursor without gaps, in every sort', async () => {
  const place = await company.department('分页部');
  for (let n = 0; n < 7; n += 1)
    await company.person([place.id], { name: `张${'伟强磊军洋勇杰'[n]}`, hireDate: n % 2 ? `2024-01-0${n}` : null });
  const whole = (await list({ departmentId: place.id, pageSize: 100, sort: 'name' })).list.map(({ id }) => id);
  for (const sort of ['name', '-name', 'account', 'createdAt', '-updatedAt']) {
    const seenIds: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ departmentId: place.id, pageSize: 3, sort, ...(after && { after }) });
      expect(page).toMatchObject({ total: 7, pages: 3 });
      seenIds.push(...page.list.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect([sort, ...seenIds.toSorted()]).toEqual([sort, ...whole.toSorted()]);
  }
  expect((await list({ departmentId: place.id, pageSize: 3, pageNum: 3, sort: 'hireDate' })).list).toHaveLength(1);
  await expect(list({ after: 'rubbish' })).rejects.toMatchObject({ issues: [{ path: 'after' }] });
  expect(await namesIn({ departmentId: place.id, hiredFrom: '2024-01-02', hiredTo: '2024-01-04' })).toHaveLength(1);
});

test('people are chosen by what is empty, by roles and crowds that hold them, and by when they signed in; past departments keep their names', async () => {
  const place = await company.department('筛选部');
  const old = await company.department('从前的部门');
  const one = await company.person([place.id, old.id], { name: '甲', jobLevel: 'P1' });
  const two = await company.person([place.id], { name: '乙' });
  const three = await company.person([place.id], { name: '丙' });
  const { pool } = company.database;
  await pool.query('insert into last_sign_in (uid, at) values ($1, 1000), ($2, 2000)', [one, two]);
  const role = newId();
  await pool.query(
    `insert into role (id, module, code, name, version, created_at, updated_at) values ($1, 'sys', 'filter', 'Filter', 1, 0, 0)`,
    [role],
  );
  await pool.query(`insert into role_member (role_id, kind, object_id, since) values ($1, 'employee', $2, 0)`, [role, two]);
  await pool.query(`insert into role_grant (role_id, code) values ($1, 'muc_user_management')`, [role]);
  const chosen = (filter: Record<string, unknown>, caller = boss()) => namesIn({ departmentId: place.id, ...filter }, caller);
  expect(await chosen({ empty: 'jobLevel' })).toEqual(['丙', '乙']);
  for (const empty of emptyFields) if (empty !== 'jobLevel') expect(await chosen({ empty }), empty).toContain('丙');
  await pool.query('update employee set dotted_manager_ids = array[$1::uuid] where id = $2', [one, three]);
  expect(await chosen({ empty: 'dottedManagerIds' })).not.toContain('丙');
  expect(await chosen({ roleId: role })).toEqual(['乙']);
  expect(await chosen({ administrator: true })).toEqual(['乙']);
  expect(await chosen({ administrator: false })).toEqual(['丙', '甲']);
  expect(await chosen({ lastSignInFrom: 1500 })).toEqual(['乙']);
  expect(await chosen({ lastSignInTo: 1500 })).toEqual(['甲']);
  expect(await chosen({ neverSignedIn: true })).toEqual(['丙']);
  const crowd = newId();
  await pool.query(
    `insert into crowd (id, name, code, description, kind, owner_dept_id, includes, excludes, with_disabled, paused, churn_limit, version, created_at, updated_at)
     values ($1, '{"zh_CN":"人"}', 'c', '', 'fixed', $2, '{}', '{}', false, false, '{"percent":30,"floor":50}', 1, 0, 0)`,
    [crowd, place.id],
  );
  await pool.query(`insert into crowd_member (crowd_id, employee_id, since, by) values ($1, $2, 0, 'include')`, [crowd, three]);
  expect(await chosen({ crowdId: crowd })).toEqual(['丙']);
  // A crowd of a foreign department tells nothing.
  expect(await chosen({ crowdId: crowd }, adminOf([old.path]))).toEqual([]);
  expect(new Set((await list({ departmentId: place.id })).list.map(({ lastSignInAt }) => lastSignInAt))).toEqual(
    new Set([1000, 2000, null]),
  );

  await update(one, { version: 1, assignments: [{ departmentId: place.id, primary: true }] });
  await company.write((tx) => removeDepartments(tx, by(boss()), { ids: [old.id] }));
  expect((await getEmployee(db(), boss(), one)).pastDepartments).toMatchObject([
    { departmentId: old.id, name: '从前的部门', primary: false },
  ]);
});

test('what is set about people holds: masks, formats, repeated numbers, days of accounts and of the recycle bin', async () => {
  const set = async (fields: Record<string, unknown>) => {
    const { version } = await peopleSettings.read(db());
    return company.write((tx) => peopleSettings.save(tx, boss(), settingUpdate.input.parse({ version, ...fields })));
  };
  const { version } = await peopleSettings.read(db());
  const change = { version, recycleDays: 8 };
  await expect(company.write((tx) => peopleSettings.save(tx, adminOf([north.path]), change))).rejects.toMatchObject({ answer: 10910 });
  await expect(set({ numberFormat: '[A' })).rejects.toMatchObject({ issues: [{ path: 'numberFormat', key: 'issue.pattern' }] });
  await set({
    maskedFields: ['workPhone', 'personalEmail'],
    numberFormat: '[A-Z]\\d{3}',
    mobileRepeats: true,
    accountReuseDays: 0,
    recycleDays: 7,
  });
  const shown = { mobile: '+8613800001111', workPhone: '021-12345678', personalEmail: 'ann@example.com' };
  const one = await company.person([north.id], { ...shown, employeeNo: 'A123' });
  expect(await getEmployee(db(), boss(), one)).toMatchObject({
    mobile: '+8613800001111',
    workPhone: '021****5678',
    personalEmail: 'a****@example.com',
    maskedFields: ['personalEmail', 'workPhone'],
  });
  await expect(company.person([north.id], { employeeNo: 'B1' })).rejects.toMatchObject({ issues: [{ path: 'employeeNo' }] });
  const two = await company.person([south.id], { mobile: shown.mobile, account: 'free-at-once' });
  await set({ mobileRepeats: false, maskedFields: ['mobile', 'birthday'], numberFormat: null });
  await expect(company.person([north.id], { mobile: shown.mobile })).rejects.toMatchObject({ answer: 10411, data: { field: 'mobile' } });
  await update(two, { version: 1, title: 'Keeps the number' });
  expect((await getEmployee(db(), boss(), two)).mobile).toBe('138****1111');

  await company.write((tx) => removeEmployees(tx, boss(), { ids: [two] }));
  const services = { database: company.database, kinds: peopleModules.flatMap(({ kinds = [] }) => kinds) };
  await purgeExpired({ ...services, now: () => Date.now() + 6 * 86_400_000 });
  expect((await getEmployee(db(), boss(), two)).status).toBe('deleted');
  await purgeExpired({ ...services, now: () => Date.now() + 8 * 86_400_000 });
  await expect(getEmployee(db(), boss(), two)).rejects.toMatchObject({ answer: 10404 });
  expect(await company.person([south.id], { account: 'free-at-once' })).toMatch(/./);
});

test('what somebody enters about themselves is theirs until somebody else changes it; of extra fields only those that are theirs', async () => {
  const extra = async (code: string, editableBy: 'employee' | 'administrator') =>
    company.write((tx) =>
      addExtra(
        { caller: boss() },
        tx,
        extraDraft.parse({ target: 'employee', code, name: { zh_CN: code, en_US: code, ja_JP: code }, editableBy }),
      ),
    );
  await extra('shirt', 'employee');
  await extra('grade', 'administrator');
  const id = await company.person([team.id], { name: 'Self Writer', alias: 'Sel' });
  const self = adminOf([], id);
  const enter = (fields: Parameters<typeof updateOwnFields>[2]) => company.write((tx) => updateOwnFields(tx, { id }, fields, self));
  await enter({ alias: ' Selfie ', workPhone: '021-5555', extra: { shirt: 'L' } });
  expect(await getEmployee(db(), boss(), id)).toMatchObject({
    alias: 'Selfie',
    extra: { shirt: 'L' },
    ownFields: expect.arrayContaining(['alias', 'extra.shirt', 'workPhone']) as string[],
    updatedBy: id,
    version: 2,
  });
  expect(self.touched).toMatchObject([{ kind: 'employee', id }]);
  await enter({ alias: 'Selfie' });
  await update(id, { version: 2, alias: 'Official' });
  expect((await getEmployee(db(), boss(), id)).ownFields.toSorted()).toEqual(['extra.shirt', 'workPhone']);
  await expect(enter({ extra: { grade: 'A' } })).rejects.toMatchObject({ answer: 12040, data: { field: 'extra.grade' } });
});
