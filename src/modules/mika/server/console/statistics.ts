import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { directory, siteZone } from '#modules/people/server/public.ts';
import type { MikaStatistics } from '../../common/session.contract.ts';
import type { Means } from './session-rows.ts';

const dayMillis = 86_400_000;
const first = 10;
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((100 * part) / whole));

type Day = MikaStatistics['days'][number];

/** Figures of people in the range by day of the company's zone. What continues a session counts for nothing: questions are what begins something. */
export async function statistics({ db, caller, services }: Means, days: number): Promise<MikaStatistics> {
  const range = caller.scope();
  const now = services.now();
  const since = now - days * dayMillis;
  const dayOf = (column: string) => sql`to_char(to_timestamp(${sql.ref(column)} / 1000.0) at time zone ${siteZone()}, 'YYYY-MM-DD')`;
  const { rows: turns } = await sql<Pick<Day, 'day' | 'questions' | 'hits' | 'missed' | 'callMs'>>`select ${dayOf('t.at')} as day,
      count(*) filter (where t.step >= 2)::int as questions, count(*) filter (where t.step between 2 and 6)::int as hits,
      count(*) filter (where t.step = 7)::int as missed, avg(t.call_ms)::float as "callMs"
    from mika_turn t where t.at >= ${since} and ${directory.employeeAmongRange(range, 't.employee_id')} group by 1`.execute(db);
  const { rows: sessions } = await sql<
    Pick<Day, 'day' | 'sessions' | 'helped' | 'notHelped' | 'handedOver'>
  >`select ${dayOf('s.started_at')} as day,
      count(*)::int as sessions, count(*) filter (where s.helped = 'yes')::int as helped, count(*) filter (where s.helped = 'no')::int as "notHelped",
      count(*) filter (where s.result = 'handedOver')::int as "handedOver"
    from mika_session s where s.started_at >= ${since} and ${directory.employeeAmongRange(range, 's.employee_id')} group by 1`.execute(db);
  const byDay = new Map<string, Day>();
  for (let at = since + dayMillis; at <= now; at += dayMillis) {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone() }).format(at);
    byDay.set(day, { day, questions: 0, hits: 0, missed: 0, sessions: 0, helped: 0, notHelped: 0, handedOver: 0, callMs: null });
  }
  for (const row of [...turns, ...sessions]) {
    const known = byDay.get(row.day);
    if (known) byDay.set(row.day, { ...known, ...row });
  }
  const list = [...byDay.values()];
  const today = list.at(-1);
  const answered = (today?.helped ?? 0) + (today?.notHelped ?? 0);
  return {
    today: {
      questions: today?.questions ?? 0,
      hitRate: percent(today?.hits ?? 0, today?.questions ?? 0),
      helped: percent(today?.helped ?? 0, answered),
      handedOver: today?.handedOver ?? 0,
      missed: today?.missed ?? 0,
    },
    days: list,
    scenes: await topScenes({ db, caller, services }, since),
    missed: await topMissed({ db, caller, services }),
  };
}

async function topScenes({ db, caller }: Means, since: number): Promise<MikaStatistics['scenes']> {
  const range = caller.scope();
  const { rows } = await sql<{ id: string; name: LocalDraft; hits: number }>`select s.id, s.name, count(*)::int as hits from mika_turn t
    join mika_scene s on s.id = t.scene_id
    where t.at >= ${since} and t.step in (2, 3) and ${directory.employeeAmongRange(range, 't.employee_id')}
      and ${directory.departmentInRange(range, 's.owner_dept_id')}
    group by s.id order by hits desc, s.id limit ${first}`.execute(db);
  return rows.map(({ name, ...row }) => ({ ...row, name: pick(name, caller.language) }));
}

async function topMissed({ db, caller }: Means): Promise<MikaStatistics['missed']> {
  const range = caller.scope();
  const { rows } = await sql<{
    id: string;
    example: string;
    count: number;
  }>`select m.id, m.example, sum(b.n)::int as count from mika_missed m
    join mika_missed_by b on b.missed_id = m.id
    where m.state = 'open' and ${directory.employeeInRange(range, 'b.employee_id')} group by m.id order by count desc, m.id limit ${first}`.execute(
    db,
  );
  return rows;
}
