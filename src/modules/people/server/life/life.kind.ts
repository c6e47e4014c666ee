import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json, Kind, Operation, State } from '#kit/server/change/kind.ts';
import { newId } from '#kit/server/ids.ts';
import type { Tx } from '#kit/server/services.ts';
import { userManagement } from '../../common/permissions.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { addEvent, type NewEvent } from './events.ts';
import './life.table.ts';

/** Events that are being written: what the journal does not say of them. */
const drafts = new WeakMap<Tx, Map<string, NewEvent>>();

/**
 * What is decided about somebody's life here and done later, by the clock or a job: written into the journal, so that it can wait for others who
 * agree to it. It is taken back by cancelling it, not by undoing.
 */
export const lifeKind: Kind = {
  kind: 'life',
  module: 'user-centre',
  codes: { read: userManagement.code, revert: userManagement.button.leave },
  fields: {
    employee: { refers: 'employee' },
    kind: {},
    day: {},
    successorId: { refers: 'employee' },
    choices: {},
    assignments: { refers: 'department' },
    managerId: { refers: 'employee' },
    roles: {},
  },
  read: readEvents,
  write: async (tx, caller, operations) => {
    for (const { id } of operations) {
      const draft = drafts.get(tx)?.get(id);
      if (draft) await addEvent(tx, caller, { ...draft, id });
    }
  },
  check: async (tx, _caller, operations) =>
    new Map(
      [...operations.entries()].flatMap(([index, { id }]) =>
        drafts.get(tx)?.has(id) ? [] : [[index, [{ path: '', namespace: 'user-centre', key: 'issue.lifeStays' }]] as const],
      ),
    ),
  // Whoever decides was asked before: the person may leave by their hand, or the transfer was done and taken back with their rights.
  outside: async () => new Set(),
  // What it does when its day comes.
  impact: async (tx, caller, operations) => {
    const about = operations.map(aboutPerson);
    const people = await employeeKind.read(
      tx,
      about.map(({ id }) => id),
      false,
    );
    const known = about.map((one) =>
      one.after && 'assignments' in one.after ? { ...one, before: people.get(one.id)?.fields ?? {} } : one,
    );
    return { ...(await employeeKind.impact?.(tx, caller, known)), people: operations.length };
  },
};

/** The change of the person that an event stands for. */
function aboutPerson(operation: Operation): Operation {
  const fields = operation.after ?? operation.before ?? {};
  const about = { id: String(fields['employee']), name: operation.name, path: operation.path, version: null };
  return fields['kind'] === 'leave'
    ? { ...about, action: 'disable', before: {}, after: {} }
    : { ...about, action: 'change', before: null, after: { assignments: fields['assignments'] ?? [] } };
}

interface Row {
  id: string;
  name: string;
  version: number;
  path: string;
  employee: string;
  kind: string;
  day: string | null;
  payload: NewEvent['payload'];
}

async function readEvents(tx: Tx, ids: readonly string[], lock: boolean): Promise<Map<string, State>> {
  const { rows } = await sql<Row>`select v.id, e.name, v.version, d.path::text as path, v.employee_id as employee, v.kind, v.day, v.payload
    from employment_event v join employee e on e.id = v.employee_id join department d on d.id = e.primary_department_id
    where v.id = any(${[...ids]}::uuid[]) order by v.id ${lock ? sql`for update of v` : sql``}`.execute(tx);
  return new Map(
    rows.map(({ id, name, version, path, employee, kind, day, payload }) => [
      id,
      { id, name, version, path, fields: fieldsOf({ employeeId: employee, kind, day, payload }) },
    ]),
  );
}

/** What is decided, as the journal keeps it; moments are left out, because they differ from one try to the next. */
function fieldsOf({ employeeId, kind, day, payload }: Pick<NewEvent, 'employeeId' | 'day' | 'payload'> & { kind: string }): Fields {
  const { successorId = null, choices = [], assignments = [], managerId = null, roles = null } = payload;
  const plain = (all: readonly object[]): Json => all.map((one) => ({ ...one }) as Json);
  return { employee: employeeId, kind, day, successorId, choices: plain(choices), assignments: plain(assignments), managerId, roles };
}

/** Writes down what is decided about a person, and the decision into the journal; answers the id of the event. */
export async function decideEvent(tx: Tx, caller: Caller, person: Pick<State, 'name' | 'path'>, event: NewEvent): Promise<string> {
  const id = newId();
  drafts.set(tx, new Map([...(drafts.get(tx) ?? []), [id, event]]));
  const draft = { id, name: person.name, path: person.path, fields: fieldsOf(event) };
  await createObjects(tx, caller, lifeKind, [draft], { reason: event.payload.reason });
  return id;
}
