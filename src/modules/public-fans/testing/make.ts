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

/** A push of an account that was delivered to one person, who has read it; its only part is `articleId`. */
export async function newPush(
  house: House,
  { snoId, fan }: { snoId: string; fan: string },
): Promise<{ pushId: string; articleId: string }> {
  const [pushId, articleId, now] = [newId(), newId(), Date.now()];
  const { db } = house.product.database;
  const policy = JSON.stringify({ mode: 'open', who: 'fans', closeAfterDays: 30, anonymousName: false });
  await sql`insert into push (id, sno_id, version, created_at, updated_at, kind, content_id, title, audience, state, stated_at, root_id, expected, impact,
      comment_policy, started_at)
    values (${pushId}::uuid, ${snoId}::uuid, 1, ${now}, ${now}, 'article', ${articleId}::uuid, ${JSON.stringify({ zh_CN: word() })}::jsonb, '{}'::jsonb,
      'finished', ${now}, ${pushId}::uuid, 1, '{}'::jsonb, ${policy}::jsonb, ${now})`.execute(db);
  await sql`insert into push_target (push_id, employee_id, state, at, reached_at, read_at)
    values (${pushId}::uuid, ${fan}::uuid, 1, ${now}, ${now}, ${now})`.execute(db);
  await sql`insert into push_read (push_id, article_id, employee_id, first_at, last_at)
    values (${pushId}::uuid, ${articleId}::uuid, ${fan}::uuid, ${now}, ${now})`.execute(db);
  await sql`insert into push_like (push_id, article_id, employee_id, at) values (${pushId}::uuid, ${articleId}::uuid, ${fan}::uuid, ${now})`.execute(
    db,
  );
  return { pushId, articleId };
}

/** A comment of a person under a push. */
export async function newComment(
  house: House,
  { snoId, fan, pushId, articleId, state = 'waiting' }: { snoId: string; fan: string; pushId: string; articleId: string; state?: string },
): Promise<string> {
  const [id, now] = [newId(), Date.now()];
  await sql`insert into push_comment (id, created_at, created_by, updated_at, updated_by, push_id, sno_id, article_id, employee_id, text, state, held_because)
    values (${id}::uuid, ${now}, ${fan}, ${now}, ${fan}, ${pushId}::uuid, ${snoId}::uuid, ${articleId}::uuid, ${fan}::uuid, 'well said', ${state}, 'review')`.execute(
    house.product.database.db,
  );
  return id;
}
