import { sql, type Selectable } from 'kysely';
import type { BatchView, JournalView } from '#kit/common/change/journal.contract.ts';
import type { Action } from './kind.ts';
import type { Caller } from '../caller.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ChangeBatchTable } from './change.table.ts';
import { nameReferences } from './name-references.ts';
import { journalPast } from './past.ts';
import { showFields } from './show-fields.ts';
import { containing } from '../read-page.ts';
import { visible } from './visible.ts';

/** Filters of the journal; `after` is the id of the last line read. */
export interface JournalFilter {
  after?: string | undefined;
  pageSize: number;
  from?: number | undefined;
  to?: number | undefined;
  kind?: string[] | undefined;
  objectId?: string | undefined;
  uid?: string | undefined;
  batchId?: string | undefined;
  action?: Action[] | undefined;
  text?: string | undefined;
}

/** Lines of the journal that the caller may read, the newest first. */
export async function readJournal(
  services: Services,
  caller: Caller,
  filter: JournalFilter,
): Promise<{ list: JournalView[]; next: string | null; past: number | null }> {
  const { kinds } = services;
  const rows = await services.database.db
    .selectFrom('change_operation')
    .innerJoin('change_batch', 'change_batch.id', 'change_operation.batch_id')
    .leftJoin('change_reverted', 'change_reverted.operation_id', 'change_operation.id')
    .selectAll('change_operation')
    .select([
      'change_batch.uid',
      'change_batch.name as by_name',
      'change_batch.address',
      'change_batch.request_id',
      'change_batch.operation',
      'change_batch.source',
      'change_batch.reason',
      'change_reverted.reverted_by',
    ])
    .where(visible(caller, kinds))
    .$if(filter.after !== undefined, (query) => query.where('change_operation.id', '<', filter.after!))
    .$if(filter.from !== undefined, (query) => query.where('change_operation.at', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('change_operation.at', '<=', filter.to!))
    .$if(filter.kind !== undefined, (query) => query.where('change_operation.kind', 'in', filter.kind!))
    .$if(filter.objectId !== undefined, (query) => query.where('change_operation.object_id', '=', filter.objectId!))
    .$if(filter.uid !== undefined, (query) => query.where('change_batch.uid', '=', filter.uid!))
    .$if(filter.batchId !== undefined, (query) => query.where('change_operation.batch_id', '=', filter.batchId!))
    .$if(filter.action !== undefined, (query) => query.where('change_operation.action', 'in', filter.action!))
    .$if(Boolean(filter.text), (query) => query.where('change_operation.object_name', 'ilike', containing(filter.text!)))
    .orderBy('change_operation.id', 'desc')
    .limit(filter.pageSize)
    .execute();
  const kindOf = new Map(kinds.map((kind) => [kind.kind, kind]));
  const shown = rows.map((row) => {
    const kind = kindOf.get(row.kind);
    return { kind, fields: showFields(kind, row.before, row.after) };
  });
  const named = await nameReferences(services.database.db, { services, caller }, shown);
  const list = rows.map((row, at): JournalView => {
    const kind = kindOf.get(row.kind);
    return {
      id: row.id,
      batchId: row.batch_id,
      at: row.at,
      by: { uid: row.uid, name: row.by_name, address: row.address },
      kind: row.kind,
      objectId: row.object_id,
      objectName: row.object_name,
      action: row.action,
      fields: named[at] ?? [],
      operation: row.operation,
      source: row.source,
      reason: row.reason,
      requestId: row.request_id,
      versionBefore: row.version_before,
      versionAfter: row.version_after,
      revertedBy: row.reverted_by,
      mayRevert: row.reverted_by === null && kind !== undefined && caller.can(kind.codes.revert),
    };
  });
  const next = rows.length === filter.pageSize ? (rows.at(-1)?.id ?? null) : null;
  return { list, next, past: await journalPast(services.database.db) };
}

/** Batches of which the caller may read at least one line, the newest first. */
export async function readBatches(
  services: Pick<Services, 'database' | 'kinds' | 'words'>,
  caller: Caller,
  filter: {
    after?: string | undefined;
    pageSize: number;
    from?: number | undefined;
    to?: number | undefined;
    uid?: string | undefined;
    operation?: string | undefined;
    source?: string[] | undefined;
    id?: string;
  },
): Promise<{ list: BatchView[]; next: string | null }> {
  const rows = await services.database.db
    .selectFrom('change_batch')
    .selectAll()
    .where(
      sql<boolean>`exists (select from change_operation where change_operation.batch_id = change_batch.id and ${visible(caller, services.kinds)})`,
    )
    .select(
      sql<string | null>`(select id from change_batch as undo where undo.revert_of = change_batch.id order by id desc limit 1)`.as(
        'reverted_by',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select object_name from change_operation where change_operation.batch_id = change_batch.id and ${visible(caller, services.kinds)} order by seq limit ${firstObjects})`.as(
        'objects',
      ),
    )
    .$if(filter.id !== undefined, (query) => query.where('id', '=', filter.id!))
    .$if(filter.after !== undefined, (query) => query.where('id', '<', filter.after!))
    .$if(filter.from !== undefined, (query) => query.where('at', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('at', '<=', filter.to!))
    .$if(filter.uid !== undefined, (query) => query.where('uid', '=', filter.uid!))
    .$if(filter.operation !== undefined, (query) => query.where('operation', '=', filter.operation!))
    .$if(filter.source !== undefined, (query) => query.where('source', 'in', filter.source! as ChangeBatchTable['source'][]))
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .execute();
  const { words } = services;
  return {
    list: rows.map((row) => batchView(row, words.sentence(row.operation, caller.language))),
    next: rows.length === filter.pageSize ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** One batch; 10404 when the caller may read none of its lines. */
export async function readBatch(services: Services, caller: Caller, id: string): Promise<BatchView> {
  const [batch] = (await readBatches(services, caller, { id, pageSize: 1 })).list;
  if (!batch) throw notFound();
  return batch;
}

/** Objects of a batch that are named; the counts say how many there are. */
const firstObjects = 3;

const batchView = (row: Selectable<ChangeBatchTable> & { reverted_by: string | null; objects: string[] }, what: string): BatchView => ({
  id: row.id,
  at: row.at,
  by: { uid: row.uid, name: row.name, address: row.address },
  operation: row.operation,
  what,
  objects: row.objects,
  source: row.source,
  reason: row.reason,
  requestId: row.request_id,
  counts: row.counts,
  revertOf: row.revert_of,
  revertedBy: row.reverted_by,
});
