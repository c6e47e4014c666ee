import { account } from '../common/account.contract.ts';
import { audienceDepartments, audienceUsers } from '../common/audience.contract.ts';
import { logo, logoRole } from '../common/logo.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';

let made = 0;
const word = (): string => `sno${(made += 1)}`;

/** A picture of one pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Where an account belongs, and who manages it; the whole company and somebody new unless said. */
export interface Place {
  readonly departmentId?: string;
  readonly managerId?: string;
}

/** What an account is made of. */
export async function accountDraft(house: House, { departmentId = rootDepartmentId, managerId }: Place = {}) {
  const name = word();
  return {
    name: { zh_CN: name },
    code: name,
    ownerDeptId: departmentId,
    managerIds: [managerId ?? (await house.person([departmentId]))],
  };
}

/** A public account; answers its id. */
export const newAccount = async (house: House, place: Place = {}): Promise<string> =>
  (await house.boss.call(account.add, await accountDraft(house, place))).id;

/** What a logo is made of. */
export const logoDraft = async (house: House, snoId?: string) => ({
  snoId: snoId ?? (await newAccount(house)),
  name: word(),
  fileId: await house.boss.upload('logo.png', pixel),
});

/** A logo of an account; answers its id. */
export const newLogo = async (house: House, snoId?: string): Promise<string> =>
  (await house.boss.call(logo.add, await logoDraft(house, snoId))).id;

/** What a rule of logos is made of. */
export async function logoRoleDraft(house: House, place: Place & { readonly member?: string } = {}) {
  const snoId = await newAccount(house, place);
  const logoId = await newLogo(house, snoId);
  return {
    name: word(),
    logoId,
    members: [{ kind: 'department' as const, id: place.member ?? place.departmentId ?? rootDepartmentId }],
  };
}

/** Rules of logos of one account, in their order; answers their ids. */
export async function newLogoRoles(house: House, howMany = 1, place: Place = {}): Promise<string[]> {
  const draft = await logoRoleDraft(house, place);
  const ids: string[] = [];
  for (let at = 0; at < howMany; at += 1) ids.push((await house.boss.call(logoRole.add, { ...draft, name: word() })).id);
  return ids;
}

/** A row of an audience that names a department; answers its id. */
export async function departmentRow(house: House, snoId: string, departmentId: string): Promise<string> {
  await house.boss.call(audienceDepartments.add, { snoId, ids: [departmentId], mode: 'preset' });
  return (await house.boss.call(audienceDepartments.list, { snoId, pageSize: 200 })).list.find((row) => row.memberId === departmentId)!.id;
}

/** A row of an audience that names a person; answers its id. */
export async function userRow(house: House, snoId: string, employeeId: string): Promise<string> {
  await house.boss.call(audienceUsers.add, { snoId, ids: [employeeId], mode: 'allowed' });
  return (await house.boss.call(audienceUsers.list, { snoId, pageSize: 200 })).list.find((row) => row.memberId === employeeId)!.id;
}
