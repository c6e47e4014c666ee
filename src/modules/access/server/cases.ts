import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { z } from 'zod';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { caseDelete, caseList, caseSave, type CaseRow, type caseExpect, type caseValues } from '../common/case.contract.ts';
import { interfacePage } from '../common/permissions.ts';
import { interfaceInRange } from './interface.drafts.ts';
import { systemsInRange } from './through-system.ts';

const mostCases = 50;

const base = tableKind({
  kind: 'interfaceCase',
  module: 'access',
  codes: { read: interfacePage.code, revert: interfacePage.button.record },
  table: 'interface_case',
  name: 'name',
  fields: {
    interfaceId: { column: 'interface_id', internal: true },
    name: { column: 'name' },
    given: { column: 'given', sensitive: true },
    expect: { column: 'expect' },
    recorded: { column: 'recorded', sensitive: true },
  },
});
const { unranged: _unranged, ...ranged } = base;

/** Cases in the change engine; they lie where the system of their interface lies. */
const caseKind: Kind = {
  ...ranged,
  outside: async (tx, range, operations) => {
    if (range.all) return new Set();
    const { rows } = await sql<{ id: string; interface: string }>`select id, interface_id as interface from interface_case
      where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
    const stored = new Map(rows.map((row) => [row.id, row.interface]));
    const ids = operations.map(({ id, before, after }) =>
      String(after?.['interfaceId'] ?? before?.['interfaceId'] ?? stored.get(id) ?? ''),
    );
    const found = await sql<{ id: string; system: string }>`select id, system_id as system from api_interface
      where id::text = any(${ids})`.execute(tx);
    const systems = new Map(found.rows.map((row) => [row.id, row.system]));
    const inside = await systemsInRange(tx, range, [...systems.values()]);
    return new Set(ids.flatMap((id, index) => (inside.has(systems.get(id) ?? '') ? [] : [index])));
  },
};

/** A case as it is run. */
export interface StoredCase {
  readonly id: string;
  readonly name: string;
  readonly given: z.output<typeof caseValues>;
  readonly expect: z.output<typeof caseExpect>;
}

/** Cases of an interface in the order in which they were made; those that are named, else all. */
export async function casesOf(db: Db, interfaceId: string, ids: readonly string[]): Promise<StoredCase[]> {
  let query = db.selectFrom('interface_case').select(['id', 'name', 'given', 'expect']).where('interface_id', '=', interfaceId);
  if (ids.length > 0) query = query.where('id', 'in', [...ids]);
  return query.orderBy('id').limit(mostCases).execute();
}

/** Notes how cases ended. */
export async function noteRuns(db: Db, runs: readonly { id: string; ok: boolean }[], at: number): Promise<void> {
  for (const { id, ok } of runs)
    await sql`insert into interface_case_run (case_id, at, ok) values (${id}, ${at}, ${ok})
      on conflict (case_id) do update set at = excluded.at, ok = excluded.ok`.execute(db);
}

async function save(tx: Tx, caller: Caller, { id, version, values, ...given }: Parsed<typeof caseSave>): Promise<{ id: string }> {
  await interfaceInRange(tx, caller, given.interfaceId);
  const fields = { ...given, given: values } as Fields;
  if (id !== undefined) {
    const { interfaceId: _of, ...changed } = fields;
    await changeObjects(tx, caller, caseKind, [{ id, version: version ?? null, fields: changed }]);
    return { id };
  }
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from interface_case where interface_id = ${given.interfaceId}`.execute(tx);
  if ((rows[0]?.n ?? 0) >= mostCases) throw new Refusal(14070, { n: mostCases, objects: 'cases' });
  const [made] = await createObjects(tx, caller, caseKind, [{ name: given.name, path: null, fields }]);
  return { id: made! };
}

async function list(db: Db, caller: Caller, interfaceId: string): Promise<{ list: CaseRow[] }> {
  await interfaceInRange(db, caller, interfaceId);
  const rows = await db
    .selectFrom('interface_case')
    .leftJoin('interface_case_run', 'interface_case_run.case_id', 'interface_case.id')
    .selectAll('interface_case')
    .select(['interface_case_run.at', 'interface_case_run.ok'])
    .where('interface_id', '=', interfaceId)
    .orderBy('interface_case.id')
    .execute();
  return {
    list: rows.map(({ id, version, name, given, expect, recorded, at, ok }) => ({
      id,
      version,
      name,
      values: given,
      expect,
      recorded,
      lastAt: at,
      lastOk: ok,
    })),
  };
}

/** Cases in the change engine. */
export const caseKinds: readonly Kind[] = [caseKind];

/** Cases of interfaces; they are run by the gateway. */
export const caseRoutes: readonly BoundRoute[] = [
  handle(caseList, ({ db, caller }, { interfaceId }) => list(db, caller, interfaceId)),
  handle(caseSave, (call, input) => call.write((tx) => save(tx, call.caller, input))),
  handle(caseDelete, (call, { ids }) => call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, caseKind, ids) }))),
];
