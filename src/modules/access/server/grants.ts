import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { orOutside } from '#kit/server/outside-word.ts';
import type { Caller } from '#kit/server/caller.ts';
import { applyOperations, removeObjects } from '#kit/server/change/change-objects.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { grantDelete, grantList, grantSave, type GrantRow } from '../common/system.contract.ts';
import type { InterfaceGrantTable } from './access.table.ts';
import { grantKind, grantNames, ownersOf } from './grant.kind.ts';
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

/** Writes grants, a present one again; the caller has checked that they may. Answers how many. */
export async function saveGrant(tx: Tx, caller: Caller, draft: GrantDraft): Promise<number> {
  const { granteeKind, granteeId, targetKind, targetIds } = draft;
  const targets = [...new Set(targetIds)];
  const rows = await tx
    .selectFrom('interface_grant')
    .select(['id', 'target_id'])
    .where('grantee_kind', '=', granteeKind)
    .where('grantee_id', '=', granteeId)
    .where('target_kind', '=', targetKind)
    .where('target_id', 'in', targets)
    .execute();
  const present = await grantKind.read(
    tx,
    rows.map(({ id }) => id),
    true,
  );
  const byTarget = new Map([...present.values()].map((state) => [String(state.fields['targetId']), state]));
  const names = await grantNames(
    tx,
    targets.map((targetId) => ({ granteeId, targetId })),
  );
  const terms = {
    rate: draft.rate ?? null,
    quotaDay: draft.quotaDay ?? null,
    until: draft.until ?? null,
    reason: draft.reason ?? '',
    range: draft.range ?? null,
  };
  const operations = targets.flatMap((targetId, index): Operation[] => {
    const state = byTarget.get(targetId);
    const one = { id: state?.id ?? newId(), name: names[index]!, path: null, version: state?.version ?? null };
    if (!state)
      return [{ ...one, action: 'create', before: null, after: { granteeKind, granteeId, targetKind, targetId, ...terms } as Fields }];
    const diff = diffOf(state.fields, terms as Fields);
    return diff ? [{ ...one, action: 'change', ...diff }] : [];
  });
  if (operations.length > 0) await applyOperations(tx, caller, { kind: grantKind, operations });
  caller.note({ grantee: granteeId, targets: targets.length, reason: terms.reason });
  return targets.length;
}

/** Takes grants of a target or a grantee away, as conditions say. */
export async function removeGrants(
  tx: Tx,
  caller: Caller,
  where: { granteeKind?: string; granteeIds?: readonly string[]; targetKind?: string; targetIds?: readonly string[] },
): Promise<number> {
  let query = tx.selectFrom('interface_grant').select('id');
  if (where.granteeKind !== undefined) query = query.where('grantee_kind', '=', where.granteeKind as 'system');
  if (where.granteeIds !== undefined) query = query.where('grantee_id', 'in', [...where.granteeIds]);
  if (where.targetKind !== undefined) query = query.where('target_kind', '=', where.targetKind as 'interface');
  if (where.targetIds !== undefined) query = query.where('target_id', 'in', [...where.targetIds]);
  const ids = (await query.execute()).map(({ id }) => id);
  return ids.length === 0 ? 0 : removeObjects(tx, caller, grantKind, ids);
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
  handle(grantDelete, (call, { ids }) => call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, grantKind, ids) }))),
];
