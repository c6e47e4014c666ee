import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { account } from '../../src/modules/public-accounts/common/account.contract.ts';
import { audienceDepartments, audienceUsers, userFiles } from '../../src/modules/public-accounts/common/audience.contract.ts';
import * as client from '../../src/modules/public-accounts/common/client.contract.ts';
import { logo, logoRole } from '../../src/modules/public-accounts/common/logo.contract.ts';
import { managerAdd, managerList } from '../../src/modules/public-accounts/common/member.contract.ts';
import { employeeLeave } from '../../src/modules/people/common/life/life.contract.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

let house: DirectoryHouse;
let admin: ConsoleClient;
let ends: { stop(): Promise<void> };
let [east, west] = ['', ''];
let [ann, bob]: TestTerminal[] = [];

beforeAll(async () => {
  house = await DirectoryHouse.open();
  ends = { stop: () => house.stop() };
  admin = new ConsoleClient(house.product.app, house.product.admin.token);
  [east, west] = [await house.department('East'), await house.department('West')];
  for (const one of ['ann', 'amy']) await house.person(one, [east]);
  for (const one of ['bob', 'leaver']) await house.person(one, [west]);
  [ann, bob] = [await house.phone('ann'), await house.phone('bob')];
}, 180_000);
afterAll(() => ends.stop());

let made = 0;
async function newAccount(more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const draft = { name: { zh_CN: `号${made}`, en_US: `Account ${made}` }, code: `account-${made}`, ownerDeptId: east };
  return (await house.wire.call(account.add, { ...draft, managerIds: [house.idOf('amy')], ...more })).id;
}
const listed = async (phone: TestTerminal, tab: 'mine' | 'find' = 'mine') =>
  (await phone.call(client.clientAccountList, { tab })).list.map(({ id }) => id);

test('Forced, preset and allowed act on following and leaving; a disabled account is gone and comes back', async () => {
  const [forced, preset, allowed] = [await newAccount(), await newAccount(), await newAccount()];
  await house.wire.call(audienceDepartments.add, { snoId: forced, ids: [east], mode: 'forced' });
  await house.wire.call(audienceDepartments.add, { snoId: preset, ids: [east], mode: 'preset' });
  await house.wire.call(audienceDepartments.add, { snoId: allowed, ids: [east], mode: 'allowed' });
  expect(await listed(ann!)).toEqual([forced, preset]);
  expect(await listed(ann!, 'find')).toEqual([forced, preset, allowed]);
  expect(await listed(bob!, 'find')).toEqual([]);
  expect(await ann!.ask(client.clientAccountUnfollow, { snoId: forced })).toMatchObject({ code: 15012 });
  expect(await ann!.call(client.clientAccountUnfollow, { snoId: preset })).toMatchObject({ following: false });
  expect(await ann!.call(client.clientAccountFollow, { snoId: allowed })).toEqual({ following: true, first: true });
  expect(await ann!.call(client.clientAccountFollow, { snoId: allowed })).toEqual({ following: true, first: false });
  expect(await ann!.call(client.clientAccountUnfollow, { snoId: allowed })).toMatchObject({ following: false });
  expect(await ann!.call(client.clientAccountFollow, { snoId: allowed })).toEqual({ following: true, first: false });
  expect(await listed(ann!)).toEqual([forced, allowed]);
  expect(await bob!.ask(client.clientAccountFollow, { snoId: allowed })).toMatchObject({ code: 15013 });
  expect(await bob!.ask(client.clientAccountGet, { snoId: allowed })).toMatchObject({ code: 15013 });
  await house.wire.call(account.disable, { ids: [allowed] });
  expect(await listed(ann!)).toEqual([forced]);
  expect(await ann!.ask(client.clientAccountFollow, { snoId: allowed })).toMatchObject({ code: 15010 });
  await house.wire.call(account.enable, { ids: [allowed] });
  expect(await ann!.call(client.clientAccountGet, { snoId: allowed })).toMatchObject({ following: true, mode: 'allowed', mayLeave: true });
  // Deleted and back again it is as before: disabled first, then followed as before.
  await house.wire.call(account.disable, { ids: [allowed] });
  await house.wire.call(account.delete, { ids: [allowed] });
  expect(await ann!.ask(client.clientAccountGet, { snoId: allowed })).toMatchObject({ code: 15013 });
  await house.wire.call(account.restore, { ids: [allowed] });
  await house.wire.call(account.enable, { ids: [allowed] });
  expect(await listed(ann!)).toEqual([forced, allowed]);
});

test('A person sees the logo of their rule, another one the standard logo; the picture is square', async () => {
  const id = await newAccount();
  await house.wire.call(audienceDepartments.add, { snoId: id, ids: [east, west], mode: 'preset' });
  const picture = async (background: string) =>
    admin.upload(
      'logo.png',
      await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  const { id: standard } = await admin.call(logo.add, { snoId: id, name: 'Standard', fileId: await picture('#0a0') });
  const { id: other } = await admin.call(logo.add, { snoId: id, name: 'West', fileId: await picture('#a00') });
  await admin.call(logoRole.add, { name: 'West', logoId: other, members: [{ kind: 'department', id: west }] });
  const seen = async (phone: TestTerminal) => (await phone.call(client.clientAccountGet, { snoId: id })).logo?.id;
  expect([await seen(ann!), await seen(bob!)]).toEqual([standard, other]);
  const answer = await ann!.ask(client.clientLogo, { id: standard, size: 1024 });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  const { rows } = await house.product.database.pool.query<{ large: Buffer }>(
    'select p.large from sno_picture p join sno_logo l on l.file_id = p.file_id where l.id = $1',
    [standard],
  );
  expect(await sharp(rows[0]!.large).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 });
});

test('A file of people and modes becomes a plan: good rows apply, bad ones are told; the export gives the same rows', async () => {
  const id = await newAccount();
  await house.wire.call(audienceUsers.add, { snoId: id, ids: [house.idOf('ann')], mode: 'allowed' });
  const text = 'Account,Mode\nann,Forced\nbob,preset\nnobody,allowed\namy,sometimes\nbob,forced\n';
  const fileId = await admin.upload('people.csv', Buffer.from(text));
  const ended = async (jobId: string) => {
    await expect.poll(async () => (await admin.call(getJob, { id: jobId })).state, { timeout: 20_000 }).toBe('done');
    return (await admin.call(getJob, { id: jobId })).result as Record<string, unknown>;
  };
  const { planId } = await ended((await admin.call(userFiles.import, { snoId: id, fileId })).jobId);
  const { counts } = await admin.call(getPlan, { id: String(planId) });
  expect(counts).toMatchObject({ create: 1, change: 1, refused: 3 });
  await admin.call(applyPlan, { id: String(planId), expected: counts });
  const modes = async () => (await admin.call(audienceUsers.list, { snoId: id, sort: 'since' })).list.map(({ name, mode }) => [name, mode]);
  await expect.poll(modes, { timeout: 20_000 }).toEqual([
    ['ann', 'forced'],
    ['bob', 'preset'],
  ]);
  expect(await listed(bob!)).toContain(id);
  expect(await ended((await admin.call(audienceUsers.export, { snoId: id, format: 'csv' })).jobId)).toMatchObject({ rows: 2 });
});

test('The accounts of a manager who leaves go to the successor; the rows of audiences go with them', async () => {
  const id = await newAccount({ managerIds: [house.idOf('leaver')] });
  const shared = await newAccount({ managerIds: [house.idOf('leaver'), house.idOf('ann')] });
  await house.wire.call(audienceUsers.add, { snoId: id, ids: [house.idOf('leaver'), house.idOf('bob')], mode: 'preset' });
  await house.wire.call(managerAdd, { snoId: shared, empIds: [house.idOf('amy')] });
  const choices = ['sno.manager'].map((kind) => ({ kind, choice: 'handOver' as const }));
  await admin.call(employeeLeave, { ids: [house.idOf('leaver')], choices, successorId: house.idOf('bob') });
  const managers = async (snoId: string) => (await house.wire.call(managerList, { snoId })).list.map((one) => one.id).toSorted();
  await expect.poll(() => managers(id), { timeout: 20_000 }).toEqual([house.idOf('bob')]);
  expect(await managers(shared)).toEqual(['amy', 'ann', 'bob'].map((one) => house.idOf(one)).toSorted());
  await expect
    .poll(async () => (await house.wire.call(audienceUsers.list, { snoId: id })).list.map(({ name }) => name), { timeout: 20_000 })
    .toEqual(['bob']);
});
