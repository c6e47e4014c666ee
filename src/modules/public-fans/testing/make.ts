import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { fanTag } from '../common/tag.contract.ts';

let made = 0;
const word = (): string => `fan-${(made += 1)}`;

/** A public account with one follower, who follows without asking. */
export async function newAccount(house: House, ownerDeptId = rootDepartmentId): Promise<{ snoId: string; fan: string }> {
  const name = word();
  const { id: snoId } = await house.boss.call(account.add, { name: { zh_CN: name }, code: name, ownerDeptId });
  const fan = await house.person([ownerDeptId]);
  const now = Date.now();
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (${newId()}::uuid, 1, ${now}, ${now}, ${snoId}::uuid, 'employee', ${fan}::uuid, 'forced')`.execute(house.product.database.db);
  return { snoId, fan };
}

/** A manual tag of an account. */
export const newTag = async (house: House, snoId: string): Promise<string> =>
  (await house.boss.call(fanTag.add, { name: word(), snoId })).id;
