import type { House } from '../../../../tests/access/house.ts';
import { mailAccount } from '../common/boxes/account.contract.ts';
import { mailAuth } from '../common/boxes/auth.contract.ts';
import { mailMember } from '../common/boxes/member.contract.ts';
import { mailServer } from '../common/boxes/server.contract.ts';

let made = 0;
const word = (): string => `mail${(made += 1)}`;

/** A month from now. */
export const until = (): number => Date.now() + 30 * 86_400_000;

/** A mail server that nobody asks; answers its id. */
export async function newServer({ boss }: House): Promise<string> {
  const [incoming, outgoing] = [
    { host: 'imap.mail.example', port: 993 },
    { host: 'smtp.mail.example', port: 465 },
  ];
  return (await boss.call(mailServer.add, { name: word(), incoming, outgoing })).id;
}

/** A mail server that a look at it found well, so that it can be enabled. */
export async function testedServer(house: House): Promise<string> {
  const id = await newServer(house);
  await house.product.database.pool.query(`update mail_server set health = '{"ok": true, "class": null}', health_at = $2 where id = $1`, [
    id,
    Date.now(),
  ]);
  return id;
}

/** What a personal box is made of. */
export async function boxDraft(house: House, employeeId?: string) {
  const name = word();
  return {
    address: `${name}@mail.example`,
    name: { zh_CN: name },
    serverId: await newServer(house),
    employeeId: employeeId ?? (await house.person()),
  };
}

/** A personal box; answers its id. */
export const newBox = async (house: House, employeeId?: string): Promise<string> =>
  (await house.boss.call(mailAccount.add, await boxDraft(house, employeeId))).id;

/** A shared box of a department; answers its id. */
export async function sharedBox(house: House, { departmentId, ownerId }: { departmentId: string; ownerId: string }): Promise<string> {
  const { employeeId: _, ...draft } = await boxDraft(house, ownerId);
  return (await house.boss.call(mailAccount.add, { ...draft, kind: 'shared', ownerId, ownerDeptId: departmentId })).id;
}

/** A grant on a box; answers its id. */
export const newGrant = async (house: House, accountId: string, employeeId?: string): Promise<string> =>
  (
    await house.boss.call(mailAuth.add, {
      accountId,
      employeeId: employeeId ?? (await house.person()),
      rights: ['read'],
      until: until(),
      reason: 'Holiday',
    })
  ).id;

/** A row of who may use mail on terminals; answers its id. */
export const newMember = async ({ boss }: House, named: { employeeId: string } | { departmentId: string } | { crowdId: string }) =>
  (await boss.call(mailMember.add, named)).id;
