import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { code } from '#kit/common/codes.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clausesOf } from '../common/crowd-conditions.ts';
import type { crowdPreview } from '../common/crowd.contract.ts';
import { findCrowd } from './crowd.query.ts';
import { assertDraft } from './crowd.service.ts';
import { sampleOf, turnoverOf, underSql, wantedSql, type Compared, type CrowdRequest, statusWanted } from './members.sql.ts';
import { momentOf, nodeSql, type RuleMoment } from './rule.sql.ts';

type Preview = Reply<typeof crowdPreview>;

/** Milliseconds for an exact count; beyond that the planner's number is told as what it is. */
const exactMillis = 5_000;

/** Who a rule means, and who would join and leave. */
export async function previewCrowd(call: Call, input: Parsed<typeof crowdPreview>): Promise<Preview> {
  const { caller, services } = call;
  const begun = performance.now();
  const { rows } =
    await sql`select from unnest(${[input.ownerDeptId]}::uuid[]) as d(id) where ${services.directory.departmentInRange(caller.scope(), 'd.id')}`.execute(
      call.db,
    );
  if (rows.length === 0) throw new Refusal(code.outOfRange);
  await assertDraft(call, input, input.crowdId === undefined ? undefined : await findCrowd(call, input.crowdId));
  const { crowdId, ...request } = input;
  const compared: Compared = { id: crowdId, request, moment: momentOf(services.now()) };
  const exact = await exactly(call, compared);
  const millis = Math.round(performance.now() - begun);
  if (exact) return { ...exact, exact: true, millis };
  const none = { count: 0, sample: [] };
  return { count: await estimated(call, compared), sample: [], joiners: none, leavers: none, warnings: [], exact: false, millis };
}

/** Counted within the time, or undefined. */
async function exactly(call: Call, compared: Compared): Promise<Omit<Preview, 'exact' | 'millis'> | undefined> {
  try {
    return await call.services.database.db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(exactMillis)}, true)`.execute(tx);
      const inside = { ...call, db: tx };
      const { wanted, joiners, leavers } = await turnoverOf(tx, compared);
      const people = async (of: 'wanted' | 'joiners' | 'leavers') => named(inside, await sampleOf(tx, compared, of));
      return {
        count: wanted,
        sample: await people('wanted'),
        joiners: { count: joiners, sample: joiners > 0 ? await people('joiners') : [] },
        leavers: { count: leavers, sample: leavers > 0 ? await people('leavers') : [] },
        warnings: await warningsOf(inside, compared.request, compared.moment),
      };
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === '57014') return undefined;
    throw error;
  }
}

async function named(
  { db, services, caller }: Pick<Call, 'db' | 'services' | 'caller'>,
  ids: readonly string[],
): Promise<Preview['sample']> {
  const people = await services.directory.people(db, ids, caller.language, caller.scope());
  return ids.flatMap((id) => {
    const person = people.get(id);
    return person ? [{ id, name: person.name, account: person.account, departmentName: person.departmentName }] : [];
  });
}

/** Clauses that nobody meets, or everybody: most often a mistake. All are asked in one reading. */
async function warningsOf(
  { db, services, caller }: Pick<Call, 'db' | 'services' | 'caller'>,
  request: CrowdRequest,
  moment: RuleMoment,
): Promise<Preview['warnings']> {
  const clauses = request.conditions ? clausesOf(request.conditions) : [];
  if (clauses.length === 0) return [];
  const asked = sql.join(
    clauses.map(({ clause }, at) => {
      const met = nodeSql(clause, moment);
      return sql`bool_or(${met}) as ${sql.ref(`any${at}`)}, bool_and(${met}) as ${sql.ref(`all${at}`)}`;
    }),
  );
  const { rows } = await sql<Record<string, boolean | null>>`select ${asked} from employee e
    where ${statusWanted(request)} and ${underSql(request.ownerDeptId)}`.execute(db);
  return clauses.flatMap(({ place }, at): Preview['warnings'] => {
    const kind = rows[0]?.[`any${at}`] === false ? 'never' : rows[0]?.[`all${at}`] === true ? 'always' : undefined;
    return kind ? [{ place, kind, message: services.texts.text(caller.language, 'user-centre', `crowd.preview.${kind}`) }] : [];
  });
}

/** What the planner expects. */
async function estimated({ db }: Call, { request, moment }: Compared): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) ${wantedSql(request, moment)}`.execute(db);
  return Math.round(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}
