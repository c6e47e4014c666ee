import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/** Who of these people is held for a legal reason. */
export type PeopleHold = (db: Db, employeeIds: readonly string[]) => Promise<readonly string[]>;

const holds = new Set<PeopleHold>();

/** A module that holds people's data says so once, when it is loaded: their devices are not erased meanwhile. */
export const holdsPeople = (hold: PeopleHold): void => void holds.add(hold);

/** Which of these devices must keep what they hold: somebody who is, or was last, on them is held. */
export async function heldDevices(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    device: string;
    person: string;
  }>`select device_id::text as device, employee_id::text as person from device_binding
      where device_id = any(${[...deviceIds]}::uuid[]) and state in ('bound', 'unbound')
    union select id::text, last_employee_id::text from device where id = any(${[...deviceIds]}::uuid[]) and last_employee_id is not null`.execute(
    db,
  );
  const people = [...new Set(rows.map(({ person }) => person))];
  const held = new Set<string>();
  if (people.length > 0) for (const hold of holds) for (const id of await hold(db, people)) held.add(id);
  return new Set(rows.flatMap(({ device, person }) => (held.has(person) ? [device] : [])));
}
