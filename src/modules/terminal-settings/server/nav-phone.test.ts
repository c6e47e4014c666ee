import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { propertyModule } from '#modules/property/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { departmentAdd } from '#modules/user-centre/common/department.contract.ts';
import { employeeAdd } from '#modules/user-centre/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/user-centre/common/root.ts';
import { userCentreModule } from '#modules/user-centre/server/module.ts';
import * as nav from '../common/nav.contract.ts';
import { submitPhonePage as page } from '../common/permissions.ts';
import * as phone from '../common/phone.contract.ts';
import { terminalSettingsModule } from './module.ts';
import { navFor } from './nav/nav.service.ts';
import { submitPhone, verifyPhone } from './phone/submit.ts';

let served: TestModules;
let north = '';
let ann = '';
let bob = '';

beforeAll(async () => {
  served = await serveModules(systemModule, userCentreModule, propertyModule, terminalSettingsModule);
  north = (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'North' } })).id;
  [ann, bob] = [await person('ann', north), await person('bob', rootDepartmentId)];
}, 120_000);
afterAll(() => served.close());

const person = async (account: string, departmentId: string): Promise<string> =>
  (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }] })).id;
const read = (platform: 1 | 4 = 1) => served.boss.call(nav.navQuery, { platform });

test('Exactly one landing entry and "me" (11065), codes once, no more than the platform takes, web addresses only on allowed origins', async () => {
  const { version, entries } = await read();
  const save = (wish: readonly object[]) => served.boss.ask(nav.navSave, { platform: 1, version, entries: wish as nav.NavEntry[] });
  expect(await save(entries.map((entry) => ({ ...entry, landing: entry.code === 'messages' || entry.code === 'contacts' })))).toMatchObject(
    {
      code: 11065,
    },
  );
  expect(await save(entries.map((entry) => ({ ...entry, landing: false })))).toMatchObject({ code: 11065 });
  expect(await save(entries.filter(({ target }) => target !== 'me'))).toMatchObject({ code: 11065 });
  expect(await save(entries.map((entry) => (entry.landing ? { ...entry, enabled: false } : entry)))).toMatchObject({ code: 11065 });
  const more = (code: string, rest: object = {}) => ({
    code,
    target: 'url',
    url: 'https://evil.example/x',
    name: { zh_CN: code },
    ...rest,
  });
  expect(await save([...entries, more('web')])).toMatchObject({ code: 10400, data: { issues: [{ path: 'entries.4.url' }] } });
  expect(await save([...entries, more('me', { target: 'mail', url: null })])).toMatchObject({
    data: { issues: [{ path: 'entries.4.code' }] },
  });
  const mails = ['a', 'b'].map((code) => more(code, { target: 'mail', url: null }));
  expect(await save([...entries, ...mails])).toMatchObject({ data: { issues: [{ path: 'entries' }] } });
  expect((await read()).version).toBe(version);
});

test('What is published reaches whom it is for; a roll-back publishes the former content as a new version, an undo too', async () => {
  const { db } = served.database;
  expect(await navFor(db, 4, ann)).toBeNull();
  const first = await served.boss.call(nav.navPublish, { platform: 4, version: (await read(4)).version });
  expect(first).toMatchObject({ changed: false, published: { navVersion: 1 } });
  const entries = first.entries.map((entry) =>
    entry.code === 'workbench' ? { ...entry, audience: [{ kind: 'department' as const, id: north }] } : entry,
  );
  const saved = await served.boss.call(nav.navSave, { platform: 4, version: first.version, entries });
  expect(saved.changed).toBe(true);
  expect((await navFor(db, 4, bob))?.entries.map(({ code }) => code)).toContain('workbench');
  expect((await served.boss.call(nav.navQuery, { platform: 4, asPerson: bob })).visible).toEqual(['messages', 'contacts', 'me']);
  expect((await served.boss.call(nav.navQuery, { platform: 4, asPerson: ann })).visible).toEqual([
    'messages',
    'contacts',
    'workbench',
    'me',
  ]);
  const second = await served.boss.call(nav.navPublish, { platform: 4, version: saved.version });
  expect(await served.boss.ask(nav.navPublish, { platform: 4, version: saved.version })).toMatchObject({ code: 10409 });
  expect((await navFor(db, 4, bob))?.entries.map(({ code }) => code)).toEqual(['messages', 'contacts', 'me']);
  expect(second.old.map(({ navVersion }) => navVersion)).toEqual([1]);
  const back = await served.boss.call(nav.navRollback, { platform: 4, version: second.version, navVersion: 1 });
  expect(back).toMatchObject({ changed: true, published: { navVersion: 3 } });
  expect((await navFor(db, 4, bob))?.entries).toHaveLength(4);
  const [line] = (await served.boss.call(listJournal, { kind: ['nav'], objectId: back.id })).list;
  await served.boss.call(revertChanges, { operationIds: [line!.id] });
  expect(await navFor(db, 4, bob)).toMatchObject({ navVersion: 4, entries: [{}, {}, {}] });
  const copied = await served.boss.call(nav.navCopy, { from: 4, to: 1, version: (await read()).version });
  expect(copied.entries).toEqual((await read(4)).entries);
});

/** A person at a terminal, as the terminal's module will call. */
const personCall = (uid: string): Call => {
  const caller: Caller = { ...systemCaller('phone.submit'), uid, name: uid };
  const call = { caller, db: served.database.db, services: served.services } as Pick<Call, 'caller' | 'db' | 'services'>;
  return { ...call, write: (work) => served.database.db.transaction().execute(work) } as Call;
};
const submit = (uid: string, number: string, deliver?: (text: string) => void) =>
  served.database.db
    .transaction()
    .execute((tx) =>
      submitPhone(tx, personCall(uid), { number, ...(deliver && { deliver: async (_tx, _number, text) => deliver(text) }) }),
    );
const mobileOf = async (uid: string): Promise<string | null> =>
  (await served.database.pool.query<{ mobile: string | null }>('select mobile from employee where id = $1', [uid])).rows[0]!.mobile;
const setting = async (change: object) =>
  served.boss.ask(phone.phoneSave, { version: (await served.boss.call(phone.phoneGet, {})).version, ...change });

test('Nobody is asked while it is off; a number that waits becomes that of the person when somebody in range approves it', async () => {
  await expect(submit(ann, '+8613800000001')).rejects.toMatchObject({ answer: 10412 });
  expect(await setting({ mode: 'ask', proof: 'approval', regions: ['+86'] })).toMatchObject({ code: 0 });
  await expect(submit(ann, '+4915100000001')).rejects.toThrow('number');
  const { id, state } = await submit(ann, '+8613800000001');
  expect(state).toBe('waiting');
  const [row] = (await served.boss.call(phone.submissionList, { state: ['waiting'] })).list;
  expect(row).toMatchObject({ id, name: 'ann', number: '138****0001' });
  const elsewhere = served.holder({ [page.code]: ['nowhere'], [page.button.approve]: ['nowhere'] });
  expect((await elsewhere.call(phone.submissionList, {})).total).toBe(0);
  expect(await elsewhere.ask(phone.submissionApprove, { ids: [id] })).toMatchObject({ code: 10910 });
  expect(await mobileOf(ann)).toBeNull();
  expect(await served.boss.call(phone.submissionApprove, { ids: [id] })).toEqual({ count: 1 });
  expect(await mobileOf(ann)).toBe('+8613800000001');
  expect(await served.boss.ask(phone.submissionApprove, { ids: [id] })).toMatchObject({ code: 10412 });
  // Bob's is rejected, and a number of somebody else is never his.
  const other = await submit(bob, '+8613800000001');
  expect(await served.boss.ask(phone.submissionApprove, { ids: [other.id] })).toMatchObject({ code: 10411 });
  await served.boss.call(phone.submissionReject, { ids: [other.id], reason: 'Of somebody else' });
  expect(await mobileOf(bob)).toBeNull();
});

test('A wrong code three times ends it (11054), also all at once; the right one changes the number once', async () => {
  expect(await setting({ proof: 'sms' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'proof' }] } });
  // Nothing sends messages yet: the setting can't be chosen, the proof stands ready.
  await served.database.pool.query(`update phone_setting set proof = 'sms'`);
  const codes: string[] = [];
  await submit(bob, '+8613800000002', (text) => codes.push(text));
  const wrong = (): string => (codes.at(-1) === '000000' ? '111111' : '000000');
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => verifyPhone(personCall(bob), wrong())));
  expect(tries.map((one) => (one.status === 'rejected' ? (one.reason as { answer: number }).answer : 0))).toEqual(Array(5).fill(11054));
  await expect(verifyPhone(personCall(bob), codes[0]!)).rejects.toMatchObject({ answer: 11054, data: { left: 0 } });
  await submit(bob, '+8613800000002', (text) => codes.push(text));
  await expect(verifyPhone(personCall(bob), wrong())).rejects.toMatchObject({ data: { left: 2 } });
  await verifyPhone(personCall(bob), codes[1]!);
  expect(await mobileOf(bob)).toBe('+8613800000002');
  await expect(verifyPhone(personCall(bob), codes[1]!)).rejects.toMatchObject({ answer: 11054 });
  const stored = JSON.stringify((await served.database.pool.query('select * from phone_submission')).rows);
  expect(stored).not.toContain(`"${codes[1]}"`);
});
