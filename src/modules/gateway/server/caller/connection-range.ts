import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { connectionOf, type Definition } from '#modules/access/common/definition.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import type { ConnectionRow } from '../table/snapshot.ts';

const directory = createDirectory();

/** Kinds of connections with a row of their own. */
export type ConnectionKind = 'database' | 'soap' | 'sap' | 'dubbo';

/** The row of a connection in range; 10910 outside, 10404 for who sees everything. */
export async function connectionInRange(db: Db, caller: Caller, kind: ConnectionKind, id: string): Promise<ConnectionRow> {
  const range = caller.scope();
  const { rows } = await sql<{ row: ConnectionRow }>`select to_jsonb(t) as row from ${sql.table(`access_${kind}`)} as t
    where t.id = ${id}::uuid and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  const row = rows[0]?.row;
  if (!row) throw range.all ? notFound() : outOfRange();
  return { ...row, secret: row.secret ?? null };
}

/** Refuses a definition whose connection lies outside the range. */
export async function assertConnectionInRange(db: Db, caller: Caller, { target }: Definition): Promise<void> {
  const id = connectionOf(target);
  if (id === null || target.kind === 'http' || caller.scope().all) return;
  await connectionInRange(db, caller, target.kind, id);
}
