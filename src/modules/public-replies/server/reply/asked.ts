import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory, personFacts, siteZone } from '#modules/people/server/public.ts';
import { replyLimits } from '../../common/reply/words.ts';
import type { Asked } from './answers-to.ts';

/** Under what a system or an off-hours reply is kept as the one that answered. */
const systemSources = ['system', 'offHours'] as const;
const hourMillis = 3_600_000;

/** What an answer to somebody depends on beside what they wrote. */
export async function askedOf(
  db: Db,
  { snoId, uid, at, text }: { snoId: string; uid: string; at: number; text: string | null },
): Promise<Asked> {
  const { rows } = await sql<{ language: Language | null; state: string | null; sent: number; last: number | null }>`select
      (select facts.language from (${personFacts()}) as facts where facts.id = ${uid}::uuid) as language,
      (select state from sno_fan where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid) as state,
      (select count(*)::int from (select from user_message where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid and direction = 'out'
        and answered_by = 'rule' and at > ${at - hourMillis} limit ${replyLimits.automaticInHour}) as m) as sent,
      (select max(at) from user_message where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid and direction = 'out'
        and answered_by = 'rule' and answered_by_id = any(${[...systemSources]})) as last`.execute(db);
  const [row] = rows;
  return {
    text,
    at,
    zone: siteZone(),
    language: row?.language ?? 'zh_CN',
    blocked: row?.state === 'blocked',
    membership: await membershipOf(db, directory, uid),
    sentInHour: row?.sent ?? 0,
    lastSystemAt: row?.last === null || row?.last === undefined ? null : Number(row.last),
  };
}

/** What an answer depends on where nobody in particular asks: no limit has been reached, and only rules for everybody hold. */
export const askedByNobody = ({ at, text, language }: { at: number; text: string | null; language: Language }): Asked => ({
  text,
  at,
  zone: siteZone(),
  language,
  blocked: false,
  membership: { uid: '', departments: new Set(), crowds: new Set() },
  sentInHour: 0,
  lastSystemAt: null,
});
