import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { copyAlone, type Cell } from '#platform/database/copy-rows.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Fields, OperationIssue } from '#kit/server/change/kind.ts';
import type { ItemAction, ItemState } from '../../../common/source-run.contract.ts';

/** Why a line does nothing, or is a conflict: the field, the key of a text `sourceRun.reason.<code>` or `issue.<code>`, and what fills it. */
export interface ItemReason {
  code: string;
  path: string;
  params?: Record<string, unknown>;
}

/** A line of a run's plan. */
export interface PlanItem {
  seq: number;
  objectKind: 'department' | 'employee';
  externalId: string | null;
  name: string;
  action: ItemAction;
  state: ItemState;
  before: Fields | null;
  after: Fields | null;
  /** Field -> attribute that it came from. */
  owners: Record<string, string>;
  reason: ItemReason | null;
  objectId: string | null;
  version: number | null;
  path: string | null;
  administrator: boolean;
  hash: string | null;
}

const idle = new Set<ItemAction>(['conflict', 'invalid', 'skipped', 'unchanged']);
/** Whether applying the line does something. */
export const acts = (action: ItemAction): boolean => !idle.has(action);

/** People whose sign-in such a line ends. */
export const losing = new Set<ItemAction>(['disable', 'quarantine', 'leave', 'delete']);

/** What stands for an attribute where nobody was delivered. */
export const goneMark = 'gone';

/** Writes lines of a plan, in the caller's transaction. */
export async function writeItems(tx: Tx, runId: string, items: readonly PlanItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ reason, ...item }) => ({
    seq: item.seq,
    k: item.objectKind,
    x: item.externalId,
    n: item.name.slice(0, 300),
    a: item.action,
    s: item.state,
    b: item.before,
    f: item.after,
    w: item.owners,
    c: reason?.code ?? null,
    r: reason && { path: reason.path, ...(reason.params && { params: reason.params }) },
    o: item.objectId,
    v: item.version,
    p: item.path,
    d: item.administrator,
    h: item.hash,
  }));
  await sql`insert into source_item (run_id, seq, object_kind, external_id, name, action, state, before, after, owners, reason_code, reason,
      object_id, object_version, path, administrator, hash)
    select ${runId}::uuid, seq, k, x, n, a, s, b, f, w, c, r, o, v, p::ltree, d, h from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(seq int, k text, x text, n text, a text, s text, b jsonb, f jsonb, w jsonb, c text, r jsonb, o uuid, v int, p text, d boolean, h text)`.execute(
    tx,
  );
}

const columns =
  'source_item (run_id, seq, object_kind, external_id, name, action, state, before, after, owners, reason_code, reason, object_id, object_version, path, administrator, hash)';

/** Writes many lines of a plan by COPY, on a connection of its own. */
export async function copyItems(database: Pick<Database, 'pool'>, runId: string, items: readonly PlanItem[]): Promise<void> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const rows = items.map((item): Cell[] => [
    runId,
    item.seq,
    item.objectKind,
    item.externalId,
    item.name.slice(0, 300),
    item.action,
    item.state,
    json(item.before),
    json(item.after),
    json(item.owners),
    item.reason?.code ?? null,
    json(item.reason && { path: item.reason.path, params: item.reason.params }),
    item.objectId,
    item.version,
    item.path,
    item.administrator,
    item.hash,
  ]);
  await copyAlone(database, columns, rows);
}

/** Rules that have a code of their own on the wire, by their key. */
const codes: Readonly<Record<string, string>> = { lastSuper: '12131', noSeat: '10423', owned: '12020' };

/** What is wrong with an operation as a line says it. */
export function reasonOf({ path, key, params }: OperationIssue): ItemReason {
  const short = key.replace(/^(issue|error)\./, '');
  return { code: codes[short] ?? short, path, ...(params && { params }) };
}

const takenKeys = new Set(['taken', 'takenHidden', 'nameTaken', 'repeated', 'linkedElsewhere', 'several', 'deletedHere']);

/** Nothing is wrong with the row: there is only no place for it. */
const leftOut = new Set(['10423', 'leftThere', 'notCreated']);

/** The line that stands for an operation which can't be done. */
export function refusedItem(item: PlanItem, reason: ItemReason): PlanItem {
  if (reason.code === '12131') return { ...item, state: 'failed', reason };
  const action: ItemAction = takenKeys.has(reason.code) ? 'conflict' : leftOut.has(reason.code) ? 'skipped' : 'invalid';
  return { ...item, action, state: 'skipped', reason };
}
