import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { orOutside } from '#kit/server/outside-word.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { grantDelete, grantList, grantSave, type GrantRow } from '../common/system.contract.ts';
import { accessChanged } from './access-news.ts';
import type { InterfaceGrantTable } from './access.table.ts';
import { assertSystem, systemInRange, systemsInRange } from './through-system.ts';

/** What is granted. */
export interface GrantDraft {
  readonly granteeKind: InterfaceGrantTable['grantee_kind'];
  readonly granteeId: string;
  readonly targetKind: InterfaceGrantTable['target_kind'];
  readonly targetIds: readonly string[];
  readonly rate?: number | null;
  readonly quotaDay?: number | null;
  readonly until?: number | null;
  readonly reason?: string;
  readonly range?: InterfaceGrantTable['range'];
}

/** Writes grants, a present one anew; the caller has checked that they may. Answers how many. */
export async function saveGrant(tx: Tx, caller: Caller, draft: GrantDraft): Promise<number> {
  const values = draft.targetIds.map((target) => ({
    id: newId(),
    grantee_kind: draft.granteeKind,
    grantee_id: draft.granteeId,
    target_kind: draft.targetKind,
    target_id: target,
    rate: draft.rate ?? null,
    quota_day: draft.quotaDay ?? null,
    from_at: null,
    until: draft.until ?? null,
    fields: null,
    range: draft.range ? JSON.stringify(draft.range) : null,
    reason: draft.reason ?? '',
    created_at: clock.now(),
    created_by: caller.uid,
  }));
  for (const one of values)
    await sql`insert into interface_grant ${sql.raw(`(${Object.keys(one).join(', ')})`)} values (${sql.join(Object.values(one))})
      on conflict (grantee_kind, grantee_id, target_kind, target_id) do update set rate = excluded.rate, quota_day = excluded.quota_day,
        until = excluded.until, reason = excluded.reason, range = excluded.range`.execute(tx);
  caller.note({ grantee: draft.granteeId, targets: draft.targetIds.length, reason: draft.reason ?? '' });
  await accessChanged(tx);
  return values.length;
}

/** Takes grants of a target or a grantee away, as conditions say. */
export async function removeGrants(
  tx: Tx,
  where: { granteeKind?: string; granteeId?: string; targetKind?: string; targetIds?: readonly string[] },
): Promise<number> {
  let query = tx.deleteFrom('interface_grant');
  if (where.granteeKind !== undefined) query = query.where('grantee_kind', '=', where.granteeKind as 'system');
  if (where.granteeId !== undefined) query = query.where('grantee_id', '=', where.granteeId);
  if (where.targetKind !== undefined) query = query.where('target_kind', '=', where.targetKind as 'interface');
  if (where.targetIds !== undefined) query = query.where('target_id', 'in', [...where.targetIds]);
  const done = await query.executeTakeFirst();
  await accessChanged(tx);
  return Number(done.numDeletedRows);
}

/** Systems to which the targets of grants belong, by target id; what is neither an interface nor a prefix belongs to none. */
async function ownersOf(db: Db, ids: readonly string[]): Promise<Map<string, { system: string; name: string }>> {
  const uuids = ids.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  const { rows } = await sql<{ id: string; system: string; name: string }>`
    select id::text, system_id as system, name from api_interface where id = any(${uuids}::uuid[])
    union all select id::text, system_id, name from interface_prefix where id = any(${uuids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function save(tx: Tx, caller: Caller, input: Parsed<typeof grantSave>): Promise<number> {
  const range = caller.scope();
  if (input.granteeKind === 'system') await assertSystem(tx, range, input.granteeId);
  const owners = await ownersOf(tx, input.targetIds);
  if (input.targetIds.some((id) => !owners.has(id))) throw range.all ? notFound() : outOfRange();
  const inside = await systemsInRange(
    tx,
    range,
    [...owners.values()].map(({ system }) => system),
  );
  if ([...owners.values()].some(({ system }) => !inside.has(system))) throw outOfRange();
  return saveGrant(tx, caller, input);
}

async function remove(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const range = caller.scope();
  const rows = await tx
    .selectFrom('interface_grant')
    .selectAll()
    .where('id', 'in', [...ids])
    .forUpdate()
    .execute();
  if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
  if (!range.all) {
    const owners = await ownersOf(
      tx,
      rows.map(({ target_id }) => target_id),
    );
    const inside = await systemsInRange(
      tx,
      range,
      [...owners.values()].map(({ system }) => system),
    );
    if (rows.some(({ target_id }) => !inside.has(owners.get(target_id)?.system ?? ''))) throw outOfRange();
  }
  await tx
    .deleteFrom('interface_grant')
    .where('id', 'in', [...ids])
    .execute();
  caller.note({ grants: rows.length });
  await accessChanged(tx);
  return rows.length;
}

async function list(db: Db, caller: Caller, input: Parsed<typeof grantList>): Promise<{ list: GrantRow[] }> {
  const range = caller.scope();
  const narrow = [
    ...(input.granteeKind ? [sql`g.grantee_kind = ${input.granteeKind}`] : []),
    ...(input.granteeId ? [sql`g.grantee_id = ${input.granteeId}`] : []),
    ...(input.targetKind ? [sql`g.target_kind = ${input.targetKind}`] : []),
    ...(input.targetId ? [sql`g.target_id = ${input.targetId}`] : []),
  ];
  const { rows } = await sql<InterfaceGrantTable & { grantee: string | null; system: string | null; target: string | null }>`
    select g.*, s.name as grantee, s.id as system, coalesce(i.name, p.name) as target from interface_grant g
      left join access_system s on g.grantee_kind = 'system' and s.id::text = g.grantee_id
      left join api_interface i on g.target_kind = 'interface' and i.id::text = g.target_id
      left join interface_prefix p on g.target_kind = 'prefix' and p.id::text = g.target_id
    where ${sql.join([sql`true`, ...narrow], sql` and `)}
      and ${range.all ? sql`true` : sql`coalesce(${systemInRange(range, 'i.system_id')}, false) or coalesce(${systemInRange(range, 'p.system_id')}, false)`}
    order by g.created_at desc limit 1000`.execute(db);
  const seen = await systemsInRange(
    db,
    range,
    rows.flatMap(({ system }) => system ?? []),
  );
  const names = orOutside(
    new Map(rows.flatMap(({ system, grantee }) => (system && grantee && seen.has(system) ? [[system, grantee] as const] : []))),
    rows.flatMap(({ system }) => system ?? []),
    { range, language: caller.language },
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      granteeKind: row.grantee_kind,
      granteeId: row.grantee_id,
      granteeName: row.system === null ? row.grantee_id : (names.get(row.system) ?? ''),
      targetKind: row.target_kind,
      targetId: row.target_id,
      targetName: row.target ?? row.target_id,
      rate: row.rate,
      quotaDay: row.quota_day,
      until: row.until,
      reason: row.reason,
      range: row.range,
      createdAt: Number(row.created_at),
    })),
  };
}

/** Grants of systems and widgets. */
export const grantRoutes: readonly BoundRoute[] = [
  handle(grantList, ({ db, caller }, input) => list(db, caller, input)),
  handle(grantSave, (call, input) => call.write(async (tx) => ({ count: await save(tx, call.caller, input) }))),
  handle(grantDelete, (call, { ids }) => call.write(async (tx) => ({ count: await remove(tx, call.caller, ids) }))),
];
