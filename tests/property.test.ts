import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../src/kit/common/change/plan.contract.ts';
import { addressOf } from '../src/kit/common/contract.ts';
import { downloadFile } from '../src/kit/common/files/file.contract.ts';
import { enumsGet } from '../src/modules/system/common/enums.contract.ts';
import { propertyPage } from '../src/modules/property/common/permissions.ts';
import { propertyAdd, propertyList } from '../src/modules/property/common/property.contract.ts';
import { propertyExport, propertyImportPreview, propertyResolve, propertyValueSet } from '../src/modules/property/common/value.contract.ts';
import { readProperties } from '../src/modules/property/server/public.ts';
import { House } from './access/house.ts';

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 60_000);
afterAll(() => house.stop());

async function property(key: string, more: object = {}): Promise<string> {
  return (
    await house.boss.call(propertyAdd, {
      namespace: 'im',
      key,
      description: { zh_CN: key },
      default: 'default',
      exposure: 'terminal',
      ...more,
    })
  ).id;
}
type Kind = 'site' | 'department' | 'role' | 'employee';
const set = (propertyId: string, [scopeKind, scopeId]: readonly [Kind, string], value: string | number, priority = 0) =>
  house.boss.call(propertyValueSet, { propertyId, scopeKind, scopeId, value, priority });

test('the nearest value wins: employee, role by priority, department upward from the primary one, site; the terminal gets it and no key of the server', async () => {
  const company = await house.department('公司');
  const team = await house.department('团队', company);
  const other = await house.department('别处');
  const empId = await house.person([team, other]);
  const id = await property('greeting');
  await property('internal', { exposure: 'server' });
  const won = async () => {
    const { list } = await house.boss.call(propertyResolve, { namespace: 'im', key: 'greeting', empId });
    const terminal = await readProperties(house.product.services, house.product.database.db, {
      namespace: 'im',
      subject: { empId },
      face: 'terminal',
    });
    expect([...terminal.keys()]).toEqual(['greeting']);
    expect(terminal.get('greeting')).toEqual(list[0]!.value);
    return { value: list[0]!.value, chain: list[0]!.chain.map(({ scopeKind, state }) => `${scopeKind} ${state}`) };
  };
  expect(await won()).toEqual({ value: 'default', chain: ['default wins'] });
  await set(id, ['site', ''], 'site');
  await set(id, ['department', other], 'other');
  await set(id, ['department', company], 'company');
  expect((await won()).value).toBe('company');
  await set(id, ['department', team], 'team');
  expect((await won()).value).toBe('team');
  const roles = [await house.role({ employees: [empId] }), await house.role({ employees: [empId] })];
  await set(id, ['role', roles[0]!], 'low', 1);
  await set(id, ['role', roles[1]!], 'high', 2);
  expect((await won()).value).toBe('high');
  // What stands at a role is seen for the role alone, too; who administers a part of the company asks for none.
  const at = async (wish: object) => (await house.boss.call(propertyList, { namespace: 'im', text: 'greeting', ...wish })).list[0]!;
  expect(await at({ roleId: roles[0] })).toMatchObject({ value: 'low', from: { scopeKind: 'role', scopeId: roles[0] } });
  expect(await at({ departmentId: team })).toMatchObject({ value: 'team' });
  await set(id, ['employee', empId], 'own');
  expect(await won()).toEqual({
    value: 'own',
    chain: ['employee wins', 'role over', 'role over', 'department over', 'department over', 'site over', 'default over'],
  });
  const server = await readProperties(house.product.services, house.product.database.db, { namespace: 'im', face: 'server' });
  expect([...server.entries()]).toEqual([
    ['greeting', 'site'],
    ['internal', 'default'],
  ]);
});

test('a secret is read by the server alone', async () => {
  const id = await property('token', { secret: true, exposure: 'server', default: null });
  await set(id, ['site', ''], 'swordfish');
  const read = (face: 'server' | 'console') => readProperties(house.product.services, house.product.database.db, { namespace: 'im', face });
  expect((await read('server')).get('token')).toBe('swordfish');
  expect((await read('console')).has('token')).toBe(false);
});

test('an administrator of one department resolves for its people, and not for others', async () => {
  const [mine, theirs] = [await house.department('我的'), await house.department('他们的')];
  const [one, two] = [await house.person([mine]), await house.person([theirs])];
  const codes = [propertyPage.code, propertyPage.button.resolve];
  const { client } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [mine] } });
  expect((await client.ask(propertyResolve, { namespace: 'im', empId: one })).code).toBe(0);
  expect((await client.ask(propertyResolve, { namespace: 'im', empId: two })).code).toBe(10910);
  expect((await client.ask(propertyList, { roleId: await house.role({ employees: [one] }) })).code).toBe(10910);
});

test('an export is read again as a plan: new values, changed ones, and refused lines with their reason', async () => {
  const { boss } = house;
  const id = (
    await boss.call(propertyAdd, { namespace: 'carried', key: 'limit', type: 'integer', description: { zh_CN: 'x' }, default: 1 })
  ).id;
  await set(id, ['site', ''], 5);
  const { jobId } = await boss.call(propertyExport, { namespace: 'carried', format: 'csv' });
  const { fileId } = (await boss.jobEnd(jobId)).result as { fileId: string };
  const file = await boss.app.inject({ url: `${addressOf(downloadFile)}?fileId=${fileId}`, headers: { accesstoken: boss.token } });
  const [header, line] = file.body.trim().split(/\r?\n/);
  expect(line).toContain('carried,limit,site');
  const changed = [
    header,
    line!.replace(',5,', ',6,'),
    'carried,limit,platform,1,,7,,,,',
    'carried,limit,platform,3,,7,,,,',
    'carried,limit,app,im,,seven,,,,',
    'carried,none,site,,,1,,,,',
  ];
  const started = await boss.call(propertyImportPreview, { fileId: await boss.upload('values.csv', Buffer.from(changed.join('\r\n'))) });
  const { planId } = (await boss.jobEnd(started.jobId)).result as { planId: string };
  const plan = await boss.call(getPlan, { id: planId });
  expect(plan.counts).toEqual({ change: 1, create: 1, refused: 3 });
  const applied = (await boss.call(applyPlan, { id: planId, expected: plan.counts })) as { jobId: string };
  await boss.jobEnd(applied.jobId);
  const won = async (platform?: '1') =>
    (await boss.call(propertyResolve, { namespace: 'carried', ...(platform && { platform }) })).list[0]?.value;
  expect([await won(), await won('1')]).toEqual([6, 7]);
});

test('all listed enumerations are answered in three languages', async () => {
  const english = await house.boss.call(enumsGet, { language: 'en_US' });
  expect(english['platform']).toEqual([
    { value: 1, label: 'iOS' },
    { value: 2, label: 'Android' },
    { value: 4, label: 'Windows' },
    { value: 5, label: 'macOS' },
    { value: 8, label: 'HarmonyOS' },
  ]);
  expect(english['appStatus']?.map(({ value }) => value)).toEqual([1, 2, 3]);
  expect(english['cardType']?.map(({ value }) => value)).toEqual([0, 1]);
  expect(english['publishStatus']).toEqual([
    { value: 0, label: 'Expired' },
    { value: 1, label: 'Published' },
    { value: 2, label: 'Not published' },
  ]);
  expect(english['onOff']).toEqual([
    { value: 1, label: 'On' },
    { value: 0, label: 'Off' },
  ]);
  expect(english['effective']).toEqual([
    { value: true, label: 'Effective' },
    { value: false, label: 'Invalid' },
  ]);
  const [chinese, japanese] = await Promise.all([
    house.boss.call(enumsGet, { language: 'zh_CN' }),
    house.boss.call(enumsGet, { language: 'ja_JP' }),
  ]);
  for (const all of [chinese, japanese]) {
    expect(Object.keys(all)).toEqual(Object.keys(english));
    expect(
      Object.values(all)
        .flat()
        .every(({ label }) => label.trim() !== ''),
    ).toBe(true);
  }
  expect(await house.boss.call(enumsGet, { names: ['onOff', 'nothing'], language: 'ja_JP' })).toEqual({
    onOff: [
      { value: 1, label: 'オン' },
      { value: 0, label: 'オフ' },
    ],
  });
});
