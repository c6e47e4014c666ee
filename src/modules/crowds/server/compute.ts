import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { clausesOf, type CrowdConditions } from '../common/crowd-conditions.ts';
import { turnedByDays } from './crowd-fields.ts';
import type { CrowdCause, CrowdStandingTable, CrowdTable, HeldChange } from './crowd.table.ts';
import { turnoverOf, wantedSql, type Compared, type CrowdRequest, type Turnover } from './members.sql.ts';
import { momentOf } from './rule.sql.ts';
import { nextFlipAt } from './next-flip.ts';
import { crowdIsHeld, crowdIsRight } from './crowd.warnings.ts';

export type CrowdData = Selectable<CrowdTable>;

/** How a computation is done. */
export interface Computation {
  cause: CrowdCause;
  /** Somebody has seen the numbers: the brake lets them pass. */
  confirmed?: boolean;
  /** These people alone changed. */
  only?: readonly string[];
}

/** What a computation did. */
export interface Computed extends Turnover {
  held: boolean;
  /** Who joined or left, where these were looked at one by one. */
  turned: string[];
}

const windowMillis = 600_000;

/** What of a stored crowd decides who is in it. */
export const requestOf = (row: CrowdData): CrowdRequest => ({
  kind: row.kind,
  ownerDeptId: row.owner_dept_id,
  conditions: row.conditions,
  includes: row.includes,
  excludes: row.excludes,
  withDisabled: row.with_disabled,
});

/**
 * Brings the members of a crowd in line with its rule, or holds it where too much would change. The crowd is locked for as long, so that
 * two nodes never compute it at once. A paused one stays as it is, and so does a held one until somebody lets the change through.
 */
export async function computeCrowd(tx: Tx, services: Services, row: CrowdData, how: Computation): Promise<Computed | undefined> {
  const standing = await tx.selectFrom('crowd_standing').selectAll().where('crowd_id', '=', row.id).forUpdate().executeTakeFirst();
  if (!standing || (row.paused && !how.confirmed) || (standing.state === 'held' && !how.confirmed)) return undefined;
  const now = services.now();
  const compared: Compared = { id: row.id, request: requestOf(row), moment: momentOf(now), only: how.only };
  const turnover = await turnoverOf(tx, compared);
  if (!how.confirmed && standing.computed_at !== null && (await isTooMuch(tx, { row, standing, turnover, now }))) {
    await hold(tx, services, row, { joiners: turnover.joiners, leavers: turnover.leavers, at: now });
    return { ...turnover, held: true, turned: [] };
  }
  const turned = turnover.joiners + turnover.leavers === 0 ? [] : await turnMembers(tx, compared, { row, cause: how.cause, now });
  await sql`update crowd_standing set state = 'on', held = null, problem = null, computed_at = ${now}, member_count = member_count + ${turnover.joiners - turnover.leavers},
    next_flip_at = ${flipOf(row.conditions, now)} where crowd_id = ${row.id}`.execute(tx);
  if (standing.state === 'held') await crowdIsRight(tx, services, row.id);
  if (turnover.joiners + turnover.leavers > 0) await tellRoles(tx, services, row.id);
  return { ...turnover, held: false, turned: how.only ? turned : [] };
}

const flipOf = (conditions: CrowdConditions | null, now: number): number | null =>
  conditions && clausesOf(conditions).some(({ clause }) => turnedByDays.has(clause.op)) ? nextFlipAt(now) : null;

interface Look {
  row: CrowdData;
  standing: Selectable<CrowdStandingTable>;
  turnover: Turnover;
  now: number;
}

/** Whether this, with what the last ten minutes changed, is beyond both the share and the number of the brake. */
async function isTooMuch(tx: Tx, { row, standing, turnover, now }: Look): Promise<boolean> {
  const { percent, floor } = row.churn_limit;
  const most = Math.max(floor, Math.floor((standing.member_count * percent) / 100));
  const requested = turnover.joiners + turnover.leavers;
  if (requested === 0) return false;
  if (requested > most) return true;
  const { rows } = await sql<{ n: number }>`select count(*) as n from crowd_event
    where crowd_id = ${row.id} and cause in ('change', 'time') and at > ${now - windowMillis}`.execute(tx);
  return requested + rows[0]!.n > most;
}

async function hold(tx: Tx, services: Services, row: CrowdData, held: HeldChange): Promise<void> {
  await sql`update crowd_standing set state = 'held', held = ${JSON.stringify(held)}::jsonb where crowd_id = ${row.id}`.execute(tx);
  await crowdIsHeld(tx, services, row, held);
}

interface Turning {
  row: CrowdData;
  cause: CrowdCause;
  now: number;
}

/** Joiners come in, leavers go, and both are written down; all of one picture of the database. */
async function turnMembers(tx: Tx, { request, moment, only }: Compared, { row, cause, now }: Turning): Promise<string[]> {
  const few = only ? sql`and m.employee_id = any(${only}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string }>`with wanted as materialized (${wantedSql(request, moment, only)}),
    joined as (insert into crowd_member as m (crowd_id, employee_id, since, by)
      select ${row.id}::uuid, wanted.id, ${now}::bigint, wanted.by from wanted
      where not exists (select from crowd_member m where m.crowd_id = ${row.id} and m.employee_id = wanted.id ${few}) returning m.employee_id),
    gone as (delete from crowd_member m where m.crowd_id = ${row.id} ${few} and not exists (select from wanted where wanted.id = m.employee_id) returning m.employee_id),
    told as (insert into crowd_event (crowd_id, employee_id, joined, at, cause)
      select ${row.id}::uuid, employee_id, true, ${now}::bigint, ${cause} from joined
      union all select ${row.id}::uuid, employee_id, false, ${now}::bigint, ${cause} from gone returning employee_id)
    select employee_id as id from told ${only ? sql`` : sql`limit 0`}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rights that come through a crowd follow its members in the same transaction. */
async function tellRoles(tx: Tx, services: Pick<Services, 'access'>, crowdId: string): Promise<void> {
  const { rows } = await sql`select from role_member where kind = 'crowd' and object_id = ${crowdId}::uuid limit 1`.execute(tx);
  if (rows.length > 0) await services.access.changed(tx);
}
