import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { findApp } from '#modules/apps/server/public.ts';
import type { advertStat } from '../common/advert.contract.ts';

const dayMillis = 86_400_000;

/** Counts of the adverts of an app by day, as terminals report them; days without any are left out. */
export async function readAdvertStat(call: Call, { appId, kind, id, days }: Parsed<typeof advertStat>): Promise<Reply<typeof advertStat>> {
  await findApp(call.db, call.caller, appId);
  const since = new Date(call.services.now() - (days - 1) * dayMillis).toISOString().slice(0, 10);
  const counted = sql`from advert_count c join advert t on t.id = c.advert_id
    where t.app_id = ${appId}::uuid and t.kind = ${kind} and c.day >= ${since}::date and (${id ?? null}::uuid is null or t.id = ${id ?? null}::uuid)`;
  const sums = sql`coalesce(sum(c.shown), 0)::int as shown, coalesce(sum(c.opened), 0)::int as opened, count(distinct c.install_id)::int as terminals`;
  type Sums = { shown: number; opened: number; terminals: number };
  const { rows } = await sql<
    Sums & { day: string }
  >`select to_char(c.day, 'YYYY-MM-DD') as day, ${sums} ${counted} group by c.day order by c.day`.execute(call.db);
  const { rows: whole } = await sql<Sums>`select ${sums} ${counted}`.execute(call.db);
  return { days: rows, ...whole[0]! };
}
