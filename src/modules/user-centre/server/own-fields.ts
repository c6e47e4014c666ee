import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { employeeColumns } from './employee.columns.ts';
import { employeeKind } from './employee.kind.ts';
import { ownersOf, type FieldOwner } from './source/owners.ts';
import { worded } from './wording.ts';

/** What is written down about somebody, for themselves. */
export interface OwnRecord {
  version: number;
  /** By field, as it is journaled. */
  values: Readonly<Record<string, unknown>>;
  /** Fields that a source keeps up to date. */
  owners: Readonly<Record<string, FieldOwner>>;
  /** Fields that they entered themselves. */
  own: readonly string[];
}

const valuesIn = sql.raw(
  Object.entries(employeeColumns)
    .map(([field, [column]]) => `'${field}', e.${column}`)
    .join(', '),
);

/** The record of a person, for themselves alone; undefined where there is nobody. */
export async function readOwnRecord(db: Db, id: string): Promise<OwnRecord | undefined> {
  const { rows } = await sql<{ version: number; values: Record<string, unknown>; own: string[] }>`select e.version,
    jsonb_build_object(${valuesIn}) as values, array(select jsonb_object_keys(e.own_fields)) as own
    from employee e where e.id = ${id}::uuid`.execute(db);
  return rows[0] && { ...rows[0], owners: (await ownersOf(db, [id])).get(id) ?? {} };
}

/** Changes somebody's own record under the rules of every change of people; the fields are theirs from now on. Refuses with 10409, 12020 and the codes of rules. */
export async function changeOwnRecord(tx: Tx, caller: Caller, change: { version: number; fields: Fields }): Promise<void> {
  const { uid: id } = caller;
  await worded(() => changeObjects(tx, caller, employeeKind, [{ id, ...change }]));
  const mine = Object.fromEntries(Object.keys(change.fields).map((field) => [field, clock.now()]));
  await sql`update employee set own_fields = own_fields || ${JSON.stringify(mine)}::jsonb where id = ${id}::uuid`.execute(tx);
}
