import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { material } from '#modules/public-content/common/material.contract.ts';
import type { House } from '../../../../tests/access/house.ts';

/** An account of a department with a text, and a push of it that is over. */
export interface MadePush {
  readonly snoId: string;
  readonly textId: string;
  readonly pushId: string;
  readonly fan: string;
}

let made = 0;

/** Makes an account of a department with one follower, and a finished push to them. */
export async function newPush(house: House, departmentId: string): Promise<MadePush> {
  const n = (made += 1);
  const { db } = house.product.database;
  const fan = await house.person([departmentId]);
  const name = { zh_CN: `推送 ${n}` };
  const { id: snoId } = await house.boss.call(account.add, { name, code: `push-${n}`, ownerDeptId: departmentId, managerIds: [fan] });
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (${newId()}::uuid, 1, 0, 0, ${snoId}::uuid, 'employee', ${fan}::uuid, 'forced')`.execute(db);
  const { id: textId } = await house.boss.call(material.add, { snoId, kind: 'text', name: `Text ${n}`, text: { zh_CN: `第 ${n} 条` } });
  const [pushId, now] = [newId(), Date.now()];
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const audience = { all: true, tags: { any: [], all: [], none: [] }, departments: [], crowds: [], employees: [], exceptReadersOf: null };
  const impact = {
    targets: 1,
    skipped: {},
    withheld: {},
    languages: { zh_CN: 1 },
    fallback: 0,
    departments: [],
    loud: ['all'],
    needsApproval: false,
    needsStepUp: false,
    overlap: [],
    sameContent: 0,
  };
  const policy = { mode: 'review', who: 'fans', closeAfterDays: 30, anonymousName: false };
  const frozen = { ref: { kind: 'text', id: textId }, titles: name, parts: [{ kind: 'text', articleId: textId, texts: name }], sha256: '' };
  await sql`insert into push (id, sno_id, version, created_at, updated_at, kind, content_id, title, frozen, audience, state, stated_at, root_id, expected,
      impact, comment_policy, started_at, ended_at)
    values (${pushId}::uuid, ${snoId}::uuid, 1, ${now}, ${now}, 'text', ${textId}::uuid, ${json(name)}, ${json(frozen)}, ${json(audience)}, 'finished',
      ${now}, ${pushId}::uuid, 1, ${json(impact)}, ${json(policy)}, ${now}, ${now})`.execute(db);
  await sql`insert into push_target (push_id, employee_id, state, at, tries, language)
    values (${pushId}::uuid, ${fan}::uuid, 1, ${now}, 1, 'zh_CN')`.execute(db);
  await sql`insert into push_count (push_id, node, delivered) values (${pushId}::uuid, 'made', 1)`.execute(db);
  return { snoId, textId, pushId, fan };
}
