import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { employeeColumns } from './employee.columns.ts';
import { ownersOf, type FieldOwner } from '../ties/owners.ts';

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
