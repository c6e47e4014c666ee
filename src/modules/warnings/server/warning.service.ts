import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import type { WarningState } from '#kit/common/warning/warning-facts.ts';
import type * as contract from '../common/warning.contract.ts';
import { noteChanges } from './round/advance.ts';
import { askSolved } from './round/solved.ts';
import { warningInRange } from './warning.query.ts';

interface Locked {
  id: string;
  state: WarningState;
  kind: string;
  object_name: string;
  holds: boolean;
}

/** Locks warnings in the caller's range, in the order of ids; 10910 (or 10404) where one is not there. */
async function lockWarnings(tx: Tx, { caller, services }: Call, ids: readonly string[]): Promise<Locked[]> {
  const range = caller.scope();
  const { rows } = await sql<Locked>`select id, state, kind, object_name, holds from warning
    where id = any(${ids}::uuid[]) and ${warningInRange(services, range)} order by id for update`.execute(tx);
  if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
  for (const row of rows) caller.touch({ kind: 'warning', id: row.id, name: row.object_name });
  return rows;
}

const inForce = (rows: readonly Locked[]): Locked[] => rows.filter(({ state }) => state === 'open' || state === 'acknowledged');

/** Stops the repeats of those that are in force; answers how many. */
export async function acknowledge(tx: Tx, call: Call, { ids, until, comment }: Parsed<typeof contract.warningAck>): Promise<number> {
  const { caller, services } = call;
  const now = services.now();
  if (until !== null && until <= now) throw new InvalidInput([{ path: 'until', namespace: 'warnings', key: 'issue.past' }]);
  const rows = inForce(await lockWarnings(tx, call, ids));
  if (rows.length === 0) throw wrongState('resolved');
  const own = rows.map(({ id }) => id);
  await tx
    .updateTable('warning')
    .set((is) => ({ state: 'acknowledged', ack_by: caller.uid, ack_at: now, ack_until: until, version: is('version', '+', 1) }))
    .where('id', 'in', own)
    .execute();
  await note(tx, call, { ids: own, what: 'acknowledged', comment });
  return rows.length;
}

/** Sets the owner of alerts. */
export async function assign(tx: Tx, call: Call, { ids, employeeId, comment }: Parsed<typeof contract.warningAssign>): Promise<number> {
  const { caller, services } = call;
  const rows = await lockWarnings(tx, call, ids);
  let name = '';
  if (employeeId !== null) {
    const { rows: found } =
      await sql`select from unnest(${[employeeId]}::uuid[]) as person(id) where ${services.directory.employeeInRange(caller.scope(), 'person.id')}`.execute(
        tx,
      );
    const person = (await services.directory.people(tx, [employeeId], caller.language)).get(employeeId);
    if (found.length === 0 || !person)
      throw caller.scope().all ? new InvalidInput([{ path: 'employeeId', namespace: 'warnings', key: 'issue.nobody' }]) : outOfRange();
    name = person.name;
  }
  await tx
    .updateTable('warning')
    .set((is) => ({ assignee_id: employeeId, version: is('version', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  await note(tx, call, {
    ids: rows.map(({ id }) => id),
    what: 'assigned',
    comment,
    assignee: { employeeId, name },
  });
  return rows.length;
}

const hushMillis = 24 * 3_600_000;

/** Ends them by hand. One that still holds stays quiet for a day, and opens again if it is still so. */
export async function resolve(tx: Tx, call: Call, { ids, comment }: Parsed<typeof contract.warningResolve>): Promise<number> {
  const { caller, services } = call;
  const now = services.now();
  const rows = inForce(await lockWarnings(tx, call, ids));
  if (rows.length === 0) throw wrongState('resolved');
  const own = rows.map(({ id }) => id);
  await sql`update warning set state = 'resolved', resolved_at = ${now}, resolved_by = ${caller.uid}, resolution = 'hand', resolution_text = ${comment},
      version = version + 1, hushed_until = case when holds then ${now + hushMillis}::bigint end
    where id = any(${own}::uuid[])`.execute(tx);
  await note(tx, call, { ids: own, what: 'resolved', comment });
  await askSolved(tx, now, own);
  return rows.length;
}

interface Noted {
  ids: readonly string[];
  what: 'acknowledged' | 'assigned' | 'resolved';
  comment?: string | undefined;
  /** Whose it is from now on; the name as it is now. */
  assignee?: { employeeId: string | null; name: string };
}

async function note(tx: Tx, { caller, services }: Call, { ids, what, comment, assignee }: Noted): Promise<void> {
  await noteChanges(
    tx,
    services.now(),
    ids.map((id) => ({ id, what, uid: caller.uid, name: caller.name, detail: { text: comment ?? '', ...assignee } })),
  );
  if (comment) caller.note({ comment });
}
