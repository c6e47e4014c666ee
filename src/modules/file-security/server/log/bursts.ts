import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';

const everyMillis = 15 * 60_000;
const dayMillis = 86_400_000;
/** So many times the own mean of a day, and at least so many. */
const [times, least, meanDays] = [50, 100, 14];

/** Tells of people who within a day downloaded, or were refused, far more than is usual for them. */
export const watchBursts: (services: Services) => Promise<void> = upkeepEvery(
  everyMillis,
  async ({ database: { db }, warnings, now }: Services) => {
    const at = now();
    const { rows } = await sql<{ id: string; name: string; dept: string | null; n: number; usual: number }>`
    with busy as (select employee_id, count(*) as n from file_decision where at > ${at - dayMillis} and occasion <> 'ask'
        and (verdict = 'block' or action in ('download', 'saveToAlbum', 'openWith')) group by employee_id having count(*) >= ${least})
    select e.id, e.name, e.primary_department_id as dept, busy.n::int as n, usual.mean::float as usual from busy join employee e on e.id = busy.employee_id,
      lateral (select count(*)::numeric / ${meanDays} as mean from file_decision d where d.employee_id = e.id and d.at <= ${at - dayMillis}
        and d.at > ${at - (meanDays + 1) * dayMillis} and d.occasion <> 'ask' and (d.verdict = 'block' or d.action in ('download', 'saveToAlbum', 'openWith'))) as usual
    where busy.n > ${times} * usual.mean limit 50`.execute(db);
    for (const { id, name, dept, n, usual } of rows)
      await warnings.raise(db, {
        kind: 'file.burst',
        object: { kind: 'employee', id, name, deptId: dept },
        facts: { n, usual: Math.round(usual * 10) / 10 },
      });
  },
);
