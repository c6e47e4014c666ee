import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import type { AudienceMode } from '../common/words.ts';
import './accounts.table.ts';

/** The modes by their strength: the strongest of all rows that reach a person counts. */
const rank: Record<AudienceMode, number> = { forced: 3, preset: 2, allowed: 1 };
const rankOf = sql.raw(`case mode when 'forced' then 3 when 'preset' then 2 else 1 end`);
/** The mode of a rank. */
export const modeOfRank = (strength: number): AudienceMode => (strength === 3 ? 'forced' : strength === 2 ? 'preset' : 'allowed');

/** SQL subquery of the active people in the audience of an account, each once: `id`, and `rank` of the strongest row that reaches them. */
export async function reachOf(db: Db, snoId: string): Promise<RawBuilder<{ id: string; rank: number }>> {
  const { rows } = await sql<{ kind: string; id: string; rank: number }>`select member_kind as kind, member_id as id, ${rankOf} as rank
    from sno_audience where sno_id = ${snoId}::uuid and member_kind <> 'employee'`.execute(db);
  const idsOf = (kind: string, strength: number): string[] =>
    rows.filter((row) => row.kind === kind && row.rank === strength).map(({ id }) => id);
  const parts = Object.values(rank).flatMap((strength) => {
    const [departments, crowds] = [idsOf('department', strength), idsOf('crowd', strength)];
    return [
      ...(departments.length > 0
        ? [sql`select id, ${strength}::int as rank from (${directory.employeesUnder(departments)}) as below`]
        : []),
      ...(crowds.length > 0 ? [sql`select id, ${strength}::int as rank from (${directory.employeesOfCrowds(crowds)}) as grouped`] : []),
    ];
  });
  const named = sql`select active.id, ${rankOf}::int as rank from sno_audience as a join (${directory.activeEmployees()}) as active on active.id = a.member_id
    where a.sno_id = ${snoId}::uuid and a.member_kind = 'employee'`;
  return sql`select id, max(rank) as rank from (${sql.join([named, ...parts], sql` union all `)}) as rows_of_audience group by id`;
}

/**
 * SQL subquery of the effective fans of an account: forced, preset who have not left, allowed who follow; nobody who is blocked or not active.
 * Columns `id` (the employee) and `rank`. Lists, counts, pushes and terminals all ask this.
 */
export async function fansOf(db: Db, snoId: string): Promise<RawBuilder<{ id: string; rank: number }>> {
  return sql`select reach.id, reach.rank from (${await reachOf(db, snoId)}) as reach
    left join sno_fan as fan on fan.sno_id = ${snoId}::uuid and fan.employee_id = reach.id
    where ${followsWhere}`;
}

const followsWhere = sql<boolean>`coalesce(fan.state, 'none') <> 'blocked' and (reach.rank = 3
  or (reach.rank = 2 and coalesce(fan.state, 'none') <> 'left') or (reach.rank = 1 and coalesce(fan.state, 'none') = 'following'))`;

/** How many effective fans accounts have. */
export async function fanCounts(db: Db, snoIds: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const snoId of snoIds) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${await fansOf(db, snoId)}) as fans`.execute(db);
    counts.set(snoId, rows[0]?.n ?? 0);
  }
  return counts;
}

/** An account as one person stands to it. */
export interface Standing {
  readonly snoId: string;
  readonly mode: AudienceMode;
  readonly follows: boolean;
  readonly blocked: boolean;
}

/** The enabled accounts in whose audience an active person is, with whether they follow. */
export async function standingsOf(db: Db, employeeId: string): Promise<Standing[]> {
  const { rows } = await sql<{ sno_id: string; rank: number; follows: boolean; blocked: boolean }>`
    select reach.sno_id, reach.rank, ${followsWhere} as follows, coalesce(fan.state, 'none') = 'blocked' as blocked
    from (select a.sno_id, max(${rankOf}) as rank from sno_audience as a join sno on sno.id = a.sno_id and sno.enabled
      where (a.member_kind = 'employee' and a.member_id = ${employeeId}::uuid)
        or (a.member_kind = 'department' and a.member_id in (${directory.departmentsAbove(employeeId)}))
        or (a.member_kind = 'crowd' and a.member_id in (${directory.crowdsOf(employeeId)}))
      group by a.sno_id) as reach
    left join sno_fan as fan on fan.sno_id = reach.sno_id and fan.employee_id = ${employeeId}::uuid
    where exists (select from (${directory.activeEmployees()}) as active where active.id = ${employeeId}::uuid)`.execute(db);
  return rows.map((row) => ({ snoId: row.sno_id, mode: modeOfRank(row.rank), follows: row.follows, blocked: row.blocked }));
}
