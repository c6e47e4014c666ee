import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { builtinAdminUid, systemCaller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { leavePeople, startLeaving } from './leave.service.ts';
import { changeEvent } from './events.ts';
import { isAhead } from './pending.ts';
import { runDueTransfers } from './transfer.run.ts';
import { failureOf } from './life-failure.ts';

/** People of one transaction. */
const piece = 100;
const dayMillis = 86_400_000;

/** What the clock does to people: the first day comes, the time of an account ends, a quarantine is over, planned transfers and leavings are due. */
export async function tickLife(services: Services): Promise<void> {
  const { db } = services.database;
  const now = clock.now();
  // A first day begins up to fourteen hours before that of UTC.
  const tomorrow = new Date(now + dayMillis).toISOString().slice(0, 10);
  const { rows } = await sql<Due>`select
      exists (select from employee where status = 'pending' and (hire_date is null or hire_date <= ${tomorrow}::date)) as joins,
      exists (select from employee where status = 'active' and expires_at <= ${now}) as expires,
      exists (select from employee where status = 'quarantined' and quarantine_ends_at <= ${now}) as quarantines,
      exists (select from employment_event where state = 'planned' and at <= ${now} and kind = 'transfer') as transfers,
      exists (select from employment_event where state = 'planned' and at <= ${now} and kind = 'leave') as leavings`.execute(db);
  const due = rows[0]!;
  if (due.joins) await welcome(services, tomorrow);
  if (due.expires) await expire(services, now);
  if (due.transfers) await runDueTransfers(services);
  if (due.leavings) await beginLeavings(services, now);
  if (due.quarantines) await endQuarantines(services, now);
}

interface Due {
  joins: boolean;
  expires: boolean;
  quarantines: boolean;
  transfers: boolean;
  leavings: boolean;
}

interface Turn {
  id: string;
  word: string;
  from: string;
  fields: Fields;
  action: 'enable' | 'disable';
  reason: string | null;
}

/** Changes one person's status, once: whoever was changed meanwhile stays as they are. What refuses it is met again; false where no seat is left. */
async function turn(services: Pick<Services, 'database' | 'log'>, { id, word, from, fields, action, reason }: Turn): Promise<boolean> {
  try {
    await services.database.db.transaction().execute(async (tx) => {
      const caller = systemCaller(word);
      const state = (await employeeKind.read(tx, [id], true)).get(id);
      if (state?.fields['status'] !== from || (from === 'pending' && isAhead(state.fields))) return;
      await changeObjects(tx, caller, employeeKind, [{ id, version: null, fields, action }], { reason, source: 'job' });
      await writeAudit(tx, caller, { path: word, module: 'user-centre', code: 0, durationMs: 0, batchId: caller.batch() });
    });
  } catch (error) {
    const trouble = failureOf(error);
    if (!trouble) throw error;
    // Without a seat nobody else gets one either; the list of the life cycle shows who is due.
    if (trouble.code === code.licence) return false;
    services.log.warn({ err: error, employee: id }, 'What the clock asks for somebody was refused');
  }
  return true;
}

async function welcome(services: Services, tomorrow: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    hireDate: string | null;
    timeZone: string | null;
  }>`select id, hire_date as "hireDate", time_zone as "timeZone"
    from employee where status = 'pending' and (hire_date is null or hire_date <= ${tomorrow}::date) order by hire_date, id limit 1000`.execute(
    services.database.db,
  );
  const request = { word: 'employee.join', from: 'pending', fields: { status: 'active' }, action: 'enable' as const, reason: null };
  for (const { id, ...person } of rows) if (!isAhead(person) && !(await turn(services, { id, ...request }))) return;
}

async function expire(services: Services, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from employee
    where status = 'active' and expires_at <= ${now} and id <> ${builtinAdminUid}::uuid order by expires_at, id limit ${piece}`.execute(
    services.database.db,
  );
  for (const { id } of rows)
    await turn(services, {
      id,
      word: 'employee.expire',
      from: 'active',
      fields: { status: 'disabled' },
      action: 'disable',
      reason: 'expired',
    });
}

/** Whoever was not seen again before the end of the quarantine leaves, with what is done where nobody chose. */
async function endQuarantines(services: Services, now: number): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from employee e where status = 'quarantined' and quarantine_ends_at <= ${now}
        and not exists (select from employment_event v where v.employee_id = e.id and v.kind = 'leave' and v.state in ('planned', 'running', 'failed'))
      order by quarantine_ends_at, id limit ${piece} for no key update skip locked`.execute(tx);
    if (rows.length === 0) return;
    const caller = systemCaller('employee.leave');
    await leavePeople(tx, services, caller, { ids: rows.map(({ id }) => id), reason: 'quarantine' });
    await audit(tx, caller);
  });
}

/** Begins what was planned: the state and the job commit together, so that each begins once. */
async function beginLeavings(services: Services, now: number): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from employment_event where kind = 'leave' and state = 'planned' and at <= ${now}
      order by at, id limit ${piece} for update skip locked`.execute(tx);
    if (rows.length === 0) return;
    const caller = systemCaller('employee.leave');
    for (const { id } of rows) await changeEvent(tx, id, { state: 'running' });
    await startLeaving(
      tx,
      services,
      caller,
      rows.map(({ id }) => id),
    );
  });
}

const audit = (tx: Tx, caller: ReturnType<typeof systemCaller>): Promise<void> =>
  writeAudit(tx, caller, { path: 'muc/employee/leave', module: 'user-centre', code: 0, durationMs: 0, batchId: caller.batch() });
