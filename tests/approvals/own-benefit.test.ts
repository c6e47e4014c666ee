import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import * as requests from '../../src/modules/approvals/common/request.contract.ts';
import { mailAccount } from '../../src/modules/mailboxes/common/boxes/account.contract.ts';
import { mailAuth, mailAuthExtend } from '../../src/modules/mailboxes/common/boxes/auth.contract.ts';
import { mailServer } from '../../src/modules/mailboxes/common/boxes/server.contract.ts';
import { mailAuthorizedPage, mailHomePage } from '../../src/modules/mailboxes/common/permissions.ts';
import { newBox, newServer, until } from '../../src/modules/mailboxes/testing/boxes-made.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
let ann: { id: string; client: ConsoleClient };

beforeAll(async () => {
  house = await House.open();
  const codes = [mailHomePage, mailAuthorizedPage].flatMap((menu) => [menu.code, ...Object.values(menu.button)]);
  ann = await house.administrator({ codes, range: { kind: 'all' } });
}, 120_000);
afterAll(() => house.stop());

const idOf = (data: unknown): string => String(Reflect.get(Object(data), 'requestId'));
const grant = async (employeeId: string) => ({
  accountId: await newBox(house),
  employeeId,
  rights: ['read' as const],
  until: until(),
  reason: 'Their mail must be answered while they are away',
});
const grants = async (empId: string): Promise<number> => (await house.boss.call(mailAuth.list, { empId })).total;

test('Who grants themselves a box waits for somebody else although no policy is on; for others nothing waits', async () => {
  const other = await house.person();
  await ann.client.call(mailAuth.add, await grant(other));
  const own = await grant(ann.id);
  const tried = await ann.client.ask(mailAuth.add, { ...own, dryRun: true } as Input<typeof mailAuth.add>);
  expect(tried).toMatchObject({ code: 0, data: { impact: { ownBenefit: 1 }, approval: { needed: 1 } } });
  const asked = await ann.client.ask(mailAuth.add, own);
  expect(asked).toMatchObject({ code: 11070 });
  expect(await grants(ann.id)).toBe(0);
  const id = idOf(asked.data);
  expect(await house.boss.call(requests.requestGet, { id })).toMatchObject({ state: 'pending', policy: '给自己授权须由他人同意' });
  await house.boss.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => grants(ann.id)).toBe(1);
  // More of it, or longer, waits again.
  const { list } = await ann.client.call(mailAuth.list, { empId: ann.id });
  expect(
    await ann.client.ask(mailAuthExtend, { ids: [list[0]!.id], until: until() + 86_400_000, reason: 'They are away for longer' }),
  ).toMatchObject({
    code: 11070,
  });
  await ann.client.call(mailAuth.delete, { ids: [list[0]!.id] });
});

test('Who calls a box of a server with a master account their own waits as well; a box that its password opens does not', async () => {
  const box = async (serverId: string, address: string) => ({ address, name: { zh_CN: address }, serverId, employeeId: ann.id });
  await ann.client.call(mailAccount.add, await box(await newServer(house), 'own@mail.example'));
  const [incoming, outgoing] = [
    { host: 'imap.mail.example', port: 993 },
    { host: 'smtp.mail.example', port: 465 },
  ];
  const master = { name: 'Master', incoming, outgoing, signIn: 'master' as const, masterUser: 'keeper', masterSecret: 'x' };
  const { id } = await house.boss.call(mailServer.add, master);
  const reasoned = { ...(await box(id, 'boss@mail.example')), approvalReason: 'The box of the head office' };
  expect(await ann.client.ask(mailAccount.add, reasoned)).toMatchObject({ code: 11070, data: { requestId: expect.any(String) } });
});
