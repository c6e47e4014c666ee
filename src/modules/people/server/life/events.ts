import { sql, type Selectable } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Services, Tx } from '#kit/server/services.ts';
import { newId } from '#kit/server/ids.ts';
import { clock } from '#platform/clock.ts';
import type { EmploymentEventTable, LifePayload, LifeState } from './life.table.ts';
import { sealOf } from './seal.ts';

/** What is planned for somebody, or was done. */
export type LifeEvent = Selectable<EmploymentEventTable>;

/** An event that is to be written; its id is made unless given. */
export interface NewEvent {
  id?: string;
  employeeId: string;
  kind: LifeEvent['kind'];
  at: number;
  day: string | null;
  state: LifeState;
  payload: LifePayload;
}

/** Writes an event down; answers its id. */
export async function addEvent(tx: Tx, caller: Caller, event: NewEvent): Promise<string> {
  const { id = newId(), employeeId, payload, ...rest } = event;
  await tx
    .insertInto('employment_event')
    .values({
      id,
      employee_id: employeeId,
      ...rest,
      payload: JSON.stringify(payload),
      seal: null,
      job_id: null,
      created_at: clock.now(),
      created_by: caller.uid,
      ended_at: null,
    })
    .execute();
  return id;
}

/** One event, locked for the rest of the transaction; undefined where there is none in these states. */
export const lockEvent = (tx: Tx, id: string, states: readonly LifeState[]): Promise<LifeEvent | undefined> =>
  tx
    .selectFrom('employment_event')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', [...states])
    .forUpdate()
    .executeTakeFirst();

/** The event of this kind that is not over for somebody. */
export const openEvent = (
  db: Db,
  employeeId: string,
  kind: LifeEvent['kind'],
  states: readonly LifeState[],
): Promise<LifeEvent | undefined> =>
  db
    .selectFrom('employment_event')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kind)
    .where('state', 'in', [...states])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What of an event changes. */
export interface EventChange {
  state?: LifeState;
  payload?: LifePayload;
  checklist?: LifeEvent['checklist'];
  failure?: LifeEvent['failure'];
  jobId?: string;
  ended?: boolean;
}

/** Changes an event that is locked. */
export async function changeEvent(tx: Tx, id: string, change: EventChange): Promise<void> {
  const { state, payload, checklist, failure, jobId, ended } = change;
  await tx
    .updateTable('employment_event')
    .set({
      version: sql`version + 1`,
      ...(state !== undefined && { state }),
      // What goes on again is not what was signed.
      ...(state === 'running' && { seal: null, ended_at: null }),
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
      ...(checklist !== undefined && { checklist: JSON.stringify(checklist) }),
      ...(failure !== undefined && { failure: failure === null ? null : JSON.stringify(failure) }),
      ...(jobId !== undefined && { job_id: jobId }),
      ...(ended === true && { ended_at: clock.now() }),
    })
    .where('id', '=', id)
    .execute();
}

/** Ends an event and signs what it was. */
export async function endEvent(tx: Tx, services: Services, id: string, change: EventChange & { state: LifeState }): Promise<void> {
  await changeEvent(tx, id, { ...change, ended: true });
  const event = await tx.selectFrom('employment_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await tx
    .updateTable('employment_event')
    .set({ seal: sealOf(services, event) })
    .where('id', '=', id)
    .execute();
}

/** Takes events back that have not begun; answers how many. They are locked against whoever would begin them. */
export async function cancelEvents(
  tx: Tx,
  services: Services,
  request: { ids: readonly string[]; kind: LifeEvent['kind'] },
): Promise<number> {
  // What failed as a whole is taken back as well: nothing of it was done. A leaving that failed has left something behind instead.
  const states: LifeState[] = request.kind === 'transfer' ? ['planned', 'waiting', 'failed'] : ['planned'];
  let cancelled = 0;
  for (const employeeId of request.ids) {
    const found = await openEvent(tx, employeeId, request.kind, states);
    const event = found && (await lockEvent(tx, found.id, states));
    if (!event) continue;
    await endEvent(tx, services, event.id, { state: 'cancelled' });
    cancelled += 1;
  }
  return cancelled;
}
