import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { terminalSessionEnd, terminalSessionList } from '#modules/people/common/terminal-session.contract.ts';
import { houseOf } from './gate.ts';
import './terminal.table.ts';

/** Sessions of terminals as administrators see and end them. */
export const sessionRoutes: readonly BoundRoute[] = [
  handle(terminalSessionList, async (call, { empId }) => {
    await assertInRange(call, empId);
    return { list: await openSessionsOf(call.db, empId, call.services.now()) };
  }),
  handle(terminalSessionEnd, async (call, { empId, ids }) => {
    const { caller, services } = call;
    await assertInRange(call, empId);
    return call.write(async (tx) => {
      const person = await services.directory.byUid(tx, empId);
      caller.touch({ kind: 'employee', id: empId, name: person?.name ?? empId });
      if (ids) caller.note({ sessions: ids });
      return { count: await houseOf(call).sessions.end(tx, { uid: empId, ...(ids && { ids }) }, 'administrator') };
    });
  }),
];

async function assertInRange({ db, caller, services }: Call, empId: string): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql`select from unnest(${[empId]}::uuid[]) as asked(id) join employee e on e.id = asked.id
    where ${services.directory.employeeInRange(range, 'asked.id')}`.execute(db);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
}

/** The open sessions of somebody's terminals, the one used last first. */
export async function openSessionsOf(db: Db, uid: string, now: number) {
  const rows = await db
    .selectFrom('terminal_session')
    .selectAll()
    .where('employee_id', '=', uid)
    .where('ended_at', 'is', null)
    .where('refresh_until', '>', now)
    .orderBy('last_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    appKey: row.app_key,
    platform: row.platform,
    buildNo: row.build_no,
    address: row.address,
    stage: row.stage,
    createdAt: row.created_at,
    lastAt: row.last_at,
  }));
}
