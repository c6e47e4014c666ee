import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { employeeInRange } from '../range.ts';

function namedIn(fields: Fields | null, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = fields?.[name];
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  });
}

/**
 * Operations that newly name somebody outside the range (as manager, owner or deputy), or nobody: their names would be told to who may
 * not see them. What comes back from the bin keeps what it had.
 */
export async function namingOutside(tx: Tx, range: Range, operations: readonly Operation[], fields: readonly string[]): Promise<number[]> {
  if (range.all) return [];
  const made = new Set(operations.filter(({ action }) => action === 'create').map(({ id }) => id));
  const naming = operations.map(({ action, before, after }) => {
    const old = new Set(namedIn(before, fields));
    return action === 'restore' || action === 'delete' ? [] : namedIn(after, fields).filter((id) => !old.has(id) && !made.has(id));
  });
  const wanted = [...new Set(naming.flat())];
  if (wanted.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`select id from unnest(${wanted}::uuid[]) as p(id) where not ${employeeInRange(range, 'p.id')}`.execute(tx);
  const outside = new Set(rows.map(({ id }) => id));
  return naming.flatMap((ids, index) => (ids.some((id) => outside.has(id)) ? [index] : []));
}
