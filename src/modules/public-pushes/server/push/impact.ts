import { sql, type RawBuilder } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { hoursEnd, whyNoFans } from '#modules/public-accounts/server/public.ts';
import { directory, personFacts, siteZone } from '#modules/people/server/public.ts';
import type { PushImpact } from '../../common/push.schema.ts';
import type { AccountRules } from './account-rules.ts';
import type { Chosen } from './audience.ts';
import { planIn } from './hours.ts';
import { languageFor } from './content.ts';

const dayMillis = 86_400_000;
const stepUpAbove = 1000;
const mostOverlaps = 10;

/** What is to be foreseen. */
export interface Foreseen {
  readonly account: AccountRules;
  readonly chosen: RawBuilder<Chosen>;
  readonly languages: readonly Language[];
  readonly sha256: string;
  readonly planAt: number | null;
  readonly zoneMode: string;
  readonly urgent: boolean;
  readonly ignoreCap: boolean;
  readonly all: boolean;
  readonly now: number;
}

/** Counts what a push would do: people by reason, language and department, and what speaks against it. */
export async function foresee(db: Db, caller: Pick<Caller, 'language'>, draft: Foreseen): Promise<PushImpact> {
  const { account, chosen, now } = draft;
  const { rows: groups } = await sql<{ language: Language; zone: string | null; department: string; n: number }>`
    select facts.language, facts."timeZone" as zone, facts."departmentId" as department, count(*)::int as n
    from (${chosen}) as c join (${personFacts()}) as facts on facts.id = c.id where c.fan group by 1, 2, 3`.execute(db);
  const fans = groups.reduce((sum, { n }) => sum + n, 0);
  const skipped: Record<string, number> = {};
  const { rows: others } = await sql<{ id: string }>`select c.id from (${chosen}) as c where not c.fan`.execute(db);
  for (const why of (
    await whyNoFans(
      db,
      account.id,
      others.map(({ id }) => id),
    )
  ).values())
    skipped[why] = (skipped[why] ?? 0) + 1;

  const seen: Record<string, number> = {};
  let fallback = 0;
  const withheld: Record<string, number> = {};
  const departments = new Map<string, number>();
  for (const { language, zone, department, n } of groups) {
    const shown = languageFor(draft.languages, language);
    if (shown === undefined) skipped['noContentInAnyLanguage'] = (skipped['noContentInAnyLanguage'] ?? 0) + n;
    else seen[shown] = (seen[shown] ?? 0) + n;
    if (shown !== undefined && shown !== language) fallback += n;
    const own = zone ?? siteZone();
    const at = draft.planAt === null ? now : draft.zoneMode === 'person' ? planIn(draft.planAt, siteZone(), own) : draft.planAt;
    if (!draft.urgent && hoursEnd(at, own, account.quietHours) !== undefined) withheld['quietHours'] = (withheld['quietHours'] ?? 0) + n;
    departments.set(department, (departments.get(department) ?? 0) + n);
  }
  const capped = draft.ignoreCap ? 0 : await cappedNow(db, draft);
  if (capped > 0) withheld['cap'] = capped;

  const { rows: overlap } = await sql<{ pushId: string; title: Record<string, string>; at: number; people: number }>`
    with recent as (select id, title, started_at from push where sno_id = ${account.id}::uuid and started_at > ${now - 7 * dayMillis}
      order by started_at desc limit ${mostOverlaps})
    select recent.id as "pushId", recent.title, recent.started_at as at, count(*)::int as people
    from recent join push_target t on t.push_id = recent.id and t.state = 1 join (${chosen}) as c on c.id = t.employee_id
    group by recent.id, recent.title, recent.started_at order by recent.started_at desc`.execute(db);
  const { rows: same } = await sql<{ n: number }>`select count(distinct t.employee_id)::int as n from push p
    join push_target t on t.push_id = p.id and t.state = 1 and t.at > ${now - dayMillis} join (${chosen}) as c on c.id = t.employee_id
    where p.sha256 = ${draft.sha256} and p.sha256 <> '' and p.sno_id = ${account.id}::uuid`.execute(db);

  const targets = fans + others.length;
  const names = await namesOf(db, departments, caller.language);
  const needsApproval = fans >= account.approveAbove || (draft.urgent && account.platform.urgentNeedsApproval) || draft.ignoreCap;
  return {
    targets,
    skipped,
    withheld,
    languages: seen,
    fallback,
    departments: names,
    loud: [
      ...(draft.all ? ['all'] : []),
      ...(draft.urgent ? ['urgent'] : []),
      ...(draft.ignoreCap ? ['ignoreCap'] : []),
      ...((withheld['quietHours'] ?? 0) > 0 ? ['night'] : []),
      ...(same[0]!.n > 0 ? ['sameContent'] : []),
      ...(fallback > 0 ? ['fallback'] : []),
    ],
    needsApproval,
    needsStepUp: targets > stepUpAbove,
    overlap: overlap.map(({ title, ...row }) => ({ ...row, title: pick(title, caller.language) })),
    sameContent: same[0]!.n,
  };
}

/** How many of the chosen have had their share of pushes: they get it later. */
async function cappedNow(db: Db, { account, chosen, now }: Foreseen): Promise<number> {
  const { perPersonPerDay: day, perPersonPerWeek: week } = account.cap;
  const all = account.platform.cap;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select cap.employee_id, count(*) filter (where cap.sno_id = ${account.id}::uuid and cap.at > ${now - dayMillis}) as own_day,
        count(*) filter (where cap.sno_id = ${account.id}::uuid) as own_week,
        count(*) filter (where cap.at > ${now - dayMillis}) as all_day, count(*) as all_week
      from push_cap cap join (${chosen}) as c on c.id = cap.employee_id where cap.at > ${now - 7 * dayMillis} group by cap.employee_id) as had
    where (${day} > 0 and own_day >= ${day}) or (${week} > 0 and own_week >= ${week})
      or (${all.perPersonPerDay} > 0 and all_day >= ${all.perPersonPerDay}) or (${all.perPersonPerWeek} > 0 and all_week >= ${all.perPersonPerWeek})`.execute(
    db,
  );
  return rows[0]!.n;
}

const mostDepartments = 20;

async function namesOf(db: Db, departments: ReadonlyMap<string, number>, language: Language): Promise<PushImpact['departments']> {
  const largest = [...departments].toSorted((one, other) => other[1] - one[1]).slice(0, mostDepartments);
  // Fans of an account in reach are seen by name and department, because its audience was set by somebody whose range held it.
  const names = await directory.departments(
    db,
    largest.map(([id]) => id),
    language,
  );
  return largest.map(([id, count]) => ({ id, name: names.get(id)?.name ?? '', count }));
}
