import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { SourceRunTable } from '../source.table.ts';
import type { PlannedItem } from './items-ahead.ts';

interface Ties {
  run: Selectable<SourceRunTable>;
  /** None of an object twice. */
  items: readonly PlannedItem[];
  now: number;
}

/** Keeps what of the source is what here, what was received and which fields it wrote, in the transaction that wrote them; inside the database. */
export async function tieItems(tx: Tx, { run, items, now }: Ties): Promise<void> {
  if (items.length === 0) return;
  const removed = items.filter(({ action }) => action === 'delete').map(({ externalId }) => externalId);
  const kept = items.filter(({ action }) => action !== 'delete').map(({ seq }) => seq);
  const back = items.filter(({ after }) => after?.['status'] === 'active').map(({ externalId }) => externalId);
  const sourceId = run.source_id;
  if (back.length > 0)
    await sql`update source_link set owned = owned - 'status' where source_id = ${sourceId}::uuid and object_kind = 'employee' and external_id = any(${back}::text[])`.execute(
      tx,
    );
  await sql`insert into source_link as l (source_id, object_kind, external_id, object_id, hash, print, last_seen_run_id, last_seen_at, last_received, owned, state)
    select ${sourceId}::uuid, it.object_kind, it.external_id, it.object_id, it.hash, case when it.hash = st.hash then st.print end, ${run.id}::uuid, ${now}::bigint, st.raw, it.owners,
      case when st.raw is null and it.action in ('quarantine', 'leave', 'disable') then 'missing' else 'linked' end
    from source_item it left join lateral (select case when s.gone then null else s.raw end as raw, s.hash, s.print from source_staged s
      where s.run_id = it.run_id and s.object_kind = it.object_kind and s.external_id = it.external_id order by s.gone limit 1) st on true
    where it.run_id = ${run.id}::uuid and it.seq = any(${kept}::int[]) and it.external_id is not null
    on conflict (source_id, object_kind, external_id) do update set object_id = excluded.object_id,
      hash = case when excluded.state <> 'linked' then null when excluded.hash = '' then l.hash else excluded.hash end,
      print = case when excluded.state <> 'linked' then null when excluded.hash = '' then l.print else excluded.print end,
      last_seen_run_id = case when excluded.state = 'linked' then excluded.last_seen_run_id else l.last_seen_run_id end,
      last_seen_at = case when excluded.state = 'linked' then excluded.last_seen_at else l.last_seen_at end,
      last_received = coalesce(excluded.last_received, l.last_received), owned = l.owned || excluded.owned, state = excluded.state`.execute(
    tx,
  );
  // Who was made again there, person or department, is tied by the new record: the one before is gone.
  const wasRead = sql`select from source_staged st where st.run_id = it.run_id and st.object_kind = l.object_kind and st.external_id = l.external_id`;
  await sql`delete from source_link l using source_item it where it.run_id = ${run.id}::uuid and it.seq = any(${kept}::int[]) and it.action <> 'add'
    and l.object_id = it.object_id and l.object_kind = it.object_kind and l.source_id = ${sourceId}::uuid and l.external_id <> it.external_id
    and l.state <> 'merged' and l.external_id not like 'path:%' and (l.state = 'missing' or exists (${wasRead} and st.gone)
      or (l.object_kind = 'department' and ${run.kind === 'full'} and not exists (${wasRead})))`.execute(tx);
  if (removed.length > 0)
    await sql`delete from source_link where source_id = ${sourceId}::uuid and object_kind = 'department' and external_id = any(${removed}::text[])`.execute(
      tx,
    );
}
