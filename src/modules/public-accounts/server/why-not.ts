import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import './accounts.table.ts';

/** Why somebody is no effective fan of an account. */
export type WhyNot = 'left' | 'disabled' | 'blocked' | 'outsideAudience' | 'notFollowing';

/**
 * Who of these people is no effective fan of an account, with the reason; who is one is absent. The same rule as `fansOf`, asked for some
 * people and not for all: the rows of the audience are looked up by these people.
 */
export async function whyNoFans(db: Db, snoId: string, employeeIds: readonly string[]): Promise<Map<string, WhyNot>> {
  if (employeeIds.length === 0) return new Map();
  const ids = [...new Set(employeeIds)];
  const { rows: crowds } = await sql<{ id: string; rank: number }>`select member_id as id, ${rankOf} as rank from sno_audience
    where sno_id = ${snoId}::uuid and member_kind = 'crowd'`.execute(db);
  const ofCrowds = crowds.map(
    ({ id, rank }) => sql`union all select id, ${rank}::int as rank from (${directory.employeesOfCrowds([id])}) as grouped
      where id = any(${ids}::uuid[])`,
  );
  const { rows } = await sql<{ id: string; why: WhyNot }>`with reach as (
      select id, max(rank) as rank from (
        select member_id as id, ${rankOf} as rank from sno_audience where sno_id = ${snoId}::uuid and member_kind = 'employee'
          and member_id = any(${ids}::uuid[])
        union all select up.person as id, ${rankOf} as rank from (${directory.departmentsAboveAll(ids)}) as up
          join sno_audience on sno_id = ${snoId}::uuid and member_kind = 'department' and member_id = up.id
        ${sql.join(ofCrowds, sql` `)}) as found group by id),
    stands as (select p.id, case
        when active.id is null then case when ${directory.employeeIsHere('p.id')} then 'disabled' else 'left' end
        when fan.state = 'blocked' then 'blocked'
        when reach.id is null then 'outsideAudience'
        when reach.rank = 3 or (reach.rank = 2 and coalesce(fan.state, 'none') <> 'left') or fan.state = 'following' then null
        else 'notFollowing' end as why
      from unnest(${ids}::uuid[]) as p(id)
      left join (${directory.activeEmployees()}) as active on active.id = p.id
      left join reach on reach.id = p.id
      left join sno_fan as fan on fan.sno_id = ${snoId}::uuid and fan.employee_id = p.id)
    select id, why from stands where why is not null`.execute(db);
  return new Map(rows.map(({ id, why }) => [id, why]));
}

const rankOf = sql.raw(`case mode when 'forced' then 3 when 'preset' then 2 else 1 end`);
