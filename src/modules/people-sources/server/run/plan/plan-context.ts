import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { Mapper } from '../../mapping/map-record.ts';
import type { SourceRow } from '../open-source.ts';
import type { Reading } from '../read-source.ts';
import type { RunRowData } from '../run-store.ts';
import { acts, copyItems, writeItems, type PlanItem } from './plan-item.ts';

/** Where people of the source can be put: by external id, the department here; `path` is null while it is only planned. */
export interface KnownDepartment {
  id: string;
  path: string | null;
}

/** What a plan counts while it is made, beside its lines by action. */
export interface PlanSums {
  lose: number;
  administrators: number;
  moved: number;
  renamed: number;
  departmentsLost: number;
  /** Lines that name what should happen and can't: of the last super administrator. */
  stopped: number;
  impact: Record<string, number>;
}

/** A plan while it is made. */
export interface PlanContext {
  readonly db: Db;
  readonly services: Services;
  readonly caller: Caller;
  readonly run: RunRowData;
  readonly source: SourceRow;
  readonly mapper: Mapper;
  readonly reading: Reading;
  readonly root: { id: string; path: string };
  /** Departments by external id, once they are planned. */
  readonly departments: Map<string, KnownDepartment>;
  /** Departments by their path of names below the source's root. */
  readonly byPath: Map<string, KnownDepartment>;
  /** External ids of departments that the scope leaves out. */
  left: ReadonlySet<string>;
  /** Departments that the plan makes. */
  readonly made: Set<string>;
  /** People whom the plan makes and who lead others. */
  readonly leading: Set<string>;
  /** Records that are gone and whose person or department came with another id (`replacedKey`). */
  readonly replaced: Set<string>;
  readonly counts: Record<string, number>;
  readonly sums: PlanSums;
  /** Number of the next line. */
  seq: number;
  /** Number of the line of a staged person: this plus the number of its row. */
  base: number;
  /** Whether other sources are enabled, so that they may own fields. */
  readonly rivals: boolean;
  /** The last rank below each department under the root. */
  readonly lastRanks: ReadonlyMap<string, string>;
  /** Throws when the run was cancelled. */
  step(): Promise<void>;
}

/** The parts of a plan in which nothing stands yet. */
export const emptyPlan = (): Pick<
  PlanContext,
  'departments' | 'byPath' | 'left' | 'made' | 'leading' | 'replaced' | 'counts' | 'sums' | 'seq' | 'base' | 'rivals' | 'lastRanks' | 'step'
> => ({
  departments: new Map(),
  byPath: new Map(),
  left: new Set(),
  made: new Set(),
  leading: new Set(),
  replaced: new Set(),
  counts: {},
  sums: { lose: 0, administrators: 0, moved: 0, renamed: 0, departmentsLost: 0, stopped: 0, impact: {} },
  seq: 0,
  base: 0,
  rivals: false,
  lastRanks: new Map(),
  step: async () => {},
});

/** Writes lines and counts them. */
export async function keepItems(plan: PlanContext, tx: Tx, items: readonly PlanItem[]): Promise<void> {
  count(plan, items);
  await writeItems(tx, plan.run.id, items);
}

function count({ counts, sums }: PlanContext, items: readonly PlanItem[]): void {
  sums.stopped += items.filter(({ state }) => state === 'failed').length;
  for (const { action } of items) counts[action] = (counts[action] ?? 0) + 1;
}

/** From so many on lines are written by COPY. */
const manyItems = 100;

/** The same outside a transaction: many are written while the caller goes on. */
export async function keepMany(plan: PlanContext, items: readonly PlanItem[]): Promise<void> {
  if (items.length < manyItems) return plan.db.transaction().execute((tx) => keepItems(plan, tx, items));
  count(plan, items);
  await copyItems(plan.services.database, plan.run.id, items);
}

/** A line without anything in it yet. */
export const emptyItem = (objectKind: PlanItem['objectKind'], externalId: string | null, name: string): PlanItem => ({
  seq: -1,
  objectKind,
  externalId,
  name,
  action: 'update',
  state: 'planned',
  before: null,
  after: null,
  owners: {},
  reason: null,
  objectId: null,
  version: null,
  path: null,
  administrator: false,
  hash: null,
});

/** Adds counts to the impact of the plan. */
export function addImpact(plan: PlanContext, impact: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(impact)) plan.sums.impact[name] = (plan.sums.impact[name] ?? 0) + count;
}

/** Lines that do something. */
export const acting = (items: readonly PlanItem[]): PlanItem[] => items.filter(({ action, state }) => acts(action) && state === 'planned');

/** Rows that were compared field by field and found to be the same: their digests are kept, so that they are not compared again. */
export async function refreshLinks(plan: PlanContext, tx: Tx, same: readonly PlanItem[]): Promise<void> {
  if (same.length === 0) return;
  const rows = same.map(({ objectKind, externalId, hash, owners }) => ({ k: objectKind, x: externalId, h: hash, w: owners }));
  await sql`update source_link l set hash = r.h, print = case when r.h = st.hash then st.print end, owned = l.owned || r.w, last_received = coalesce(st.raw, l.last_received), last_seen_run_id = ${plan.run.id}, last_seen_at = ${plan.services.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(k text, x text, h text, w jsonb)
    left join source_staged st on st.run_id = ${plan.run.id}::uuid and st.object_kind = r.k and st.external_id = r.x
    where l.source_id = ${plan.source.id}::uuid and l.object_kind = r.k and l.external_id = r.x`.execute(tx);
}

/** How a record that gave way to another stands in `replaced`. */
export const replacedKey = (of: PlanItem['objectKind'], externalId: string): string => `${of} ${externalId}`;
