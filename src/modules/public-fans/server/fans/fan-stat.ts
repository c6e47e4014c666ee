import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { siteZone } from '#modules/people/server/public.ts';
import { assertSees, fansOf } from '#modules/public-accounts/server/public.ts';
import type { fanStat } from '../../common/fan.contract.ts';
import { fanTables, followsSince } from '../tags/tag-sql.ts';

const dayMillis = 86_400_000;
const shownDays = 90;

/** The fans of an account in figures. */
export async function statOf({ db, caller, services }: Call, snoId: string): Promise<Reply<typeof fanStat>> {
  await assertSees(db, caller.scope(), snoId);
  const now = services.now();
  const week = now - 7 * dayMillis;
  const [{ rows: figures }, { rows: known }, days] = await Promise.all([
    sql<{ fans: number; new7: number; neverRead: number }>`select count(*)::int as fans,
        (count(*) filter (where ${followsSince} >= ${week}::bigint))::int as new7,
        (count(*) filter (where known.last_read_at is null))::int as "neverRead"
      from (${await fansOf(db, snoId)}) as fans ${fanTables(snoId)}`.execute(db),
    sql<{ left7: number; blocked: number }>`select (count(*) filter (where state = 'left' and left_at >= ${week}::bigint))::int as left7,
        (count(*) filter (where state = 'blocked'))::int as blocked from sno_fan where sno_id = ${snoId}::uuid`.execute(db),
    daysOf({ db, services }, snoId),
  ]);
  const { fans = 0, new7 = 0, neverRead = 0 } = figures[0] ?? {};
  // Backwards from now: what a day gained was not there before it.
  let at = fans;
  const counted = days.toReversed().map((one) => {
    const row = { ...one, fans: at };
    at = Math.max(0, at - one.followed + one.left);
    return row;
  });
  return { fans, new7, neverRead, left7: known[0]?.left7 ?? 0, blocked: known[0]?.blocked ?? 0, days: counted.toReversed() };
}

async function daysOf(
  { db, services }: Pick<Call, 'db' | 'services'>,
  snoId: string,
): Promise<{ day: string; followed: number; left: number }[]> {
  const zone = siteZone();
  const now = services.now();
  const { rows } = await sql<{
    day: string;
    followed: number;
    left: number;
  }>`with today as (select (to_timestamp(${now}::double precision / 1000) at time zone ${zone})::date as day)
    select to_char(d.day, 'YYYY-MM-DD') as day,
      (select count(*)::int from sno_fan f where f.sno_id = ${snoId}::uuid and f.state = 'following'
        and (to_timestamp(f.followed_at::double precision / 1000) at time zone ${zone})::date = d.day) as followed,
      (select count(*)::int from sno_fan f where f.sno_id = ${snoId}::uuid and f.state = 'left'
        and (to_timestamp(f.left_at::double precision / 1000) at time zone ${zone})::date = d.day) as "left"
    from today, lateral (select (today.day - n)::date as day from generate_series(0, ${shownDays - 1}) as n) as d order by d.day`.execute(
    db,
  );
  return rows;
}
