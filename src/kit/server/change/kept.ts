import { sql, type RawBuilder } from 'kysely';
import { recycleDays } from '#kit/common/change/recycle-bin.contract.ts';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { Db, Tx } from '../directory.ts';
import type { KeptColumns, Kind, Operation } from './kind.ts';

/** Writes operations of a kind; what the journal does not hold of deleted objects is kept beside it and comes back with them. */
export async function writeWhole(tx: Tx, caller: Caller, kind: Kind, operations: readonly Operation[]): Promise<void> {
  const idsOf = (action: Operation['action']): string[] => operations.flatMap((one) => (one.action === action ? [one.id] : []));
  const parts = [...(kind.kept ?? []).entries()];
  const [gone, back] = [idsOf('delete'), idsOf('restore')];
  if (gone.length > 0) for (const [at, part] of parts) await keep(tx, { kind: kind.kind, at, part }, gone);
  await kind.write(tx, caller, operations);
  if (back.length > 0) for (const [at, part] of parts) await giveBack(tx, { kind: kind.kind, at, part }, back);
}

interface Part {
  kind: string;
  at: number;
  part: KeptColumns;
}

async function keep(tx: Tx, { kind, at, part }: Part, ids: readonly string[]): Promise<void> {
  const names = [...(part.row ?? []), ...part.columns];
  await sql`insert into change_kept (kind, object_id, part, at, rows)
    select ${kind}, t.${sql.ref(part.object)}::text, ${at}::int, ${clock.now()}::bigint,
      jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key = any(${names}::text[])))
    from ${sql.table(part.table)} as t where t.${sql.ref(part.object)} = any(${ids}::uuid[]) group by t.${sql.ref(part.object)}
    on conflict (kind, object_id, part) do update set at = excluded.at, rows = excluded.rows`.execute(tx);
}

async function giveBack(tx: Tx, { kind, at, part }: Part, ids: readonly string[]): Promise<void> {
  const sets = sql.join(part.columns.map((column): RawBuilder<unknown> => sql`${sql.ref(column)} = was.${sql.ref(column)}`));
  const same = (part.row ?? []).map((column) => sql`and t.${sql.ref(column)} = was.${sql.ref(column)}`);
  await sql`update ${sql.table(part.table)} as t set ${sets}
    from change_kept as k, jsonb_array_elements(k.rows) as r(value), lateral jsonb_populate_record(null::${sql.table(part.table)}, r.value) as was
    where k.kind = ${kind} and k.part = ${at} and k.object_id = any(${ids}::text[]) and t.${sql.ref(part.object)}::text = k.object_id
    ${sql.join(same, sql` `)}`.execute(tx);
  await sql`delete from change_kept where kind = ${kind} and part = ${at} and object_id = any(${ids}::text[])`.execute(tx);
}

/** What is kept of deleted objects in the first of a kind's tables, by id: for a kind that needs it while it writes them again. */
export async function keptOf(tx: Tx, kind: string, ids: readonly string[]): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; row: Record<string, unknown> }>`select object_id as id, rows -> 0 as row from change_kept
    where kind = ${kind} and part = 0 and object_id = any(${ids}::text[])`.execute(tx);
  return new Map(rows.map(({ id, row }) => [id, row]));
}

/** Erases what was kept of objects that can't come back any more. */
export async function eraseKept(tx: Db, gone: readonly { kind: string; object_id: string }[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`delete from change_kept where (kind, object_id) in (
    select kind, object_id from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g(kind text, object_id text))`.execute(tx);
}

/** Erases what was kept longer than the recycle bin keeps, but for what somebody holds there. */
export async function sweepKept(db: Db, now: number): Promise<void> {
  await sql`delete from change_kept k where k.at + coalesce((select days from recycle_days where recycle_days.kind = k.kind), ${recycleDays}) * 86400000::bigint <= ${now} and not exists (
    select from change_held h join change_operation o on o.id = h.operation_id where o.kind = k.kind and o.object_id = k.object_id)`.execute(
    db,
  );
}
