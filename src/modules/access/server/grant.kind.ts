import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { callsOfGrants } from '#modules/call-logs/server/public.ts';
import { clock } from '#platform/clock.ts';
import { accessSystemPage, interfacePage } from '../common/permissions.ts';
import { accessChanged } from './access-changes.ts';
import { systemsInRange } from './through-system.ts';

const weekMillis = 7 * 86_400_000;

const base = tableKind({
  kind: 'interfaceGrant',
  module: 'access',
  codes: { read: accessSystemPage.code, revert: interfacePage.button.grant },
  table: 'interface_grant',
  name: 'targetId',
  fields: {
    granteeKind: { column: 'grantee_kind' },
    granteeId: { column: 'grantee_id' },
    targetKind: { column: 'target_kind' },
    targetId: { column: 'target_id' },
    rate: { column: 'rate' },
    quotaDay: { column: 'quota_day' },
    until: { column: 'until', moment: true },
    range: { column: 'range' },
    reason: { column: 'reason' },
  },
  unique: { interface_grant_pair: 'targetId' },
});

/** Who has a grant and what it opens, by their ids. */
interface Pair {
  readonly granteeId: string;
  readonly targetId: string;
}

/** Interfaces and prefixes with the system to which they belong, by id; what is neither belongs to none. */
export async function ownersOf(db: Db, ids: readonly string[]): Promise<Map<string, { system: string; name: string }>> {
  const uuids = ids.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  const { rows } = await sql<{ id: string; system: string; name: string }>`
    select id::text, system_id as system, name from api_interface where id = any(${uuids}::uuid[])
    union all select id::text, system_id, name from interface_prefix where id = any(${uuids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What grants are called: who may, and what. */
export async function grantNames(db: Db, pairs: readonly Pair[]): Promise<string[]> {
  const systems = pairs.map(({ granteeId }) => granteeId).filter((id) => /^[0-9a-f-]{36}$/.test(id));
  const [targets, { rows }] = await Promise.all([
    ownersOf(
      db,
      pairs.map(({ targetId }) => targetId),
    ),
    sql<{ id: string; name: string }>`select id::text, name from access_system where id = any(${systems}::uuid[])`.execute(db),
  ]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return pairs.map(({ granteeId, targetId }) => `${names.get(granteeId) ?? granteeId} → ${targets.get(targetId)?.name ?? targetId}`);
}

/** What operations on grants open, by their index. */
async function targetsOf(tx: Tx, operations: readonly Operation[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; target: string }>`select id, target_id as target from interface_grant
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row.target]));
  return operations.map(({ id, before, after }) => String(after?.['targetId'] ?? before?.['targetId'] ?? stored.get(id) ?? ''));
}

const { unranged: _unranged, ...ranged } = base;

/** Grants in the change engine. They lie where the system of what they open lies; those of the product's own functions are for who sees everything. */
export const grantKind: Kind = {
  ...ranged,
  read: async (tx, ids, lock) => {
    const states = [...(await base.read(tx, ids, lock)).values()];
    const names = await grantNames(
      tx,
      states.map(({ fields }) => ({ granteeId: String(fields['granteeId']), targetId: String(fields['targetId']) })),
    );
    return new Map(states.map((state, index) => [state.id, { ...state, name: names[index]! }]));
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await accessChanged(tx);
  },
  // How often what is taken away was used: as many calls a week would be refused.
  impact: async (tx, _caller, operations): Promise<Record<string, number>> => {
    const taken = operations.flatMap(({ action, before }) =>
      action === 'delete' && before?.['granteeKind'] === 'system'
        ? [{ caller: String(before['granteeId']), target: String(before['targetId']) }]
        : [],
    );
    const calls = await callsOfGrants(tx, taken, clock.now() - weekMillis);
    return calls > 0 ? { calls7: calls } : {};
  },
  outside: async (tx: Tx, range: Range, operations: readonly Operation[]) => {
    if (range.all) return new Set<number>();
    const targets = await targetsOf(tx, operations);
    const owners = await ownersOf(tx, targets);
    const inside = await systemsInRange(
      tx,
      range,
      [...owners.values()].map(({ system }) => system),
    );
    return new Set(targets.flatMap((id, index) => (inside.has(owners.get(id)?.system ?? '') ? [] : [index])));
  },
};
