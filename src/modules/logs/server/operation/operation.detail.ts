import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { ChangeOperationTable } from '#kit/server/change/change.table.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { isJournalPast } from '#kit/server/change/past.ts';
import { showFields } from '#kit/server/change/show-fields.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { LaterEdit, operationGet, OperationLine } from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { lineInRange, readerOf, rowInRange } from './operation.range.ts';
import { labelsOf, viewsOf, type AuditRow } from './operation.view.ts';

type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** Lines of a batch that are shown with a row. */
const shownLines = 50;
/** Later edits that are named. */
const shownLater = 20;
/** How far the moment in an id may be from the row's own. */
const idSlackMillis = 5_000;

/** A journal line as it is shown. */
export type LineRow = Pick<ChangeOperationTable, 'id' | 'batch_id' | 'seq' | 'at' | 'kind' | 'object_id' | 'object_name' | 'action'> & {
  before: Fields | null;
  after: Fields | null;
  reverted_by: string | null;
};

/** A row of the log by its id; 10910 where it lies outside the range. */
export async function findRow(call: Reading, { id, at }: { id: string; at?: number | undefined }): Promise<AuditRow> {
  const range = call.caller.scope();
  const { rows } = await sql<AuditRow>`select * from audit_log where id = ${id}::uuid
    and at between ${at ?? momentIn(id) - idSlackMillis} and ${at ?? momentIn(id) + idSlackMillis} and ${rowInRange(range)}`.execute(
    call.db,
  );
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

/** Ids of version 7 begin with their moment: a row is found in its own part of the log without being told when it was. */
const momentIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** One row with everything that is known of it. */
export async function getOperation(call: Reading, request: { id: string; at?: number | undefined }): Promise<Reply<typeof operationGet>> {
  const row = await findRow(call, request);
  const [view] = await viewsOf(call, [row]);
  const { lines, count, hidden } = await linesOfBatch(call, row.batch_id);
  const [shown, later, batch] = await Promise.all([lineViews(call, lines), laterEdits(call, lines), batchOf(call, row.batch_id)]);
  const past = row.batch_id !== null && (await isJournalPast(call.db, { batchId: row.batch_id }));
  const { reason, approval, ...noted } = row.detail ?? {};
  return {
    ...view!,
    userAgent: row.user_agent,
    reason: batch?.reason ?? (typeof reason === 'string' ? reason : null),
    approvalId: typeof approval === 'string' ? approval : null,
    detail: Object.entries(noted).map(([name, value]) => ({ name, value })),
    lines: shown,
    lineCount: count,
    hidden,
    past,
    later,
    mayRevert: count > 0 && !past && view!.revertedBy === null && call.caller.can(operationLog.button.revert) && mayUndo(call, lines),
  };
}

/** The first lines of a batch whose objects lie in the range, and how many there are. */
async function linesOfBatch(call: Reading, batchId: string | null): Promise<{ lines: LineRow[]; count: number; hidden: boolean }> {
  if (batchId === null) return { lines: [], count: 0, hidden: false };
  const inside = lineInRange(call.caller.scope());
  const [{ rows }, counted] = await Promise.all([
    sql<LineRow>`select change_operation.*, change_reverted.reverted_by from change_operation
      left join change_reverted on change_reverted.operation_id = change_operation.id
      where batch_id = ${batchId}::uuid and ${inside} order by seq limit ${shownLines}`.execute(call.db),
    sql<{ inside: number; all: number }>`select (count(*) filter (where ${inside}))::int as inside, count(*)::int as all
      from change_operation where batch_id = ${batchId}::uuid`.execute(call.db),
  ]);
  const { inside: count = 0, all = 0 } = counted.rows[0] ?? {};
  return { lines: rows, count, hidden: all > count };
}

/** Lines as they are answered: secrets as dots, sensitive values masked, ids as names. */
export async function lineViews(call: Reading, lines: readonly LineRow[]): Promise<OperationLine[]> {
  const { kinds } = call.services;
  const reader = readerOf(call.caller, kinds);
  const shown = lines.map((line) => {
    const kind = kinds.find((one) => one.kind === line.kind);
    return { kind, fields: showFields(kind, line.before, line.after) };
  });
  const named = await nameReferences(call.db, { services: call.services, caller: reader }, shown);
  return lines.map((line, at) => ({
    id: line.id,
    kind: line.kind,
    namespace: shown[at]?.kind?.module ?? 'kit',
    objectId: line.object_id,
    objectName: line.object_name,
    action: line.action,
    fields: named[at] ?? [],
    masked: maskedIn(shown[at]?.kind, named[at] ?? []),
    revertedBy: line.reverted_by,
  }));
}

/** Fields of which a part only is shown. */
function maskedIn(kind: Kind | undefined, fields: readonly { field: string }[]): string[] {
  if (!kind) return [];
  return fields.flatMap(({ field }) => (kind.fields[field]?.sensitive && !kind.fields[field].secret ? [field] : []));
}

/** Later changes of the same fields of the same objects, the newest first; those that undid this batch are none. */
export async function laterEdits(call: Reading, lines: readonly LineRow[]): Promise<LaterEdit[]> {
  const open = lines.filter((line) => line.reverted_by === null && line.after !== null);
  if (open.length === 0) return [];
  const given = open.map(({ object_id, kind, id, after }) => ({ object_id, kind, id, names: Object.keys(after ?? {}) }));
  const { rows } = await sql<{
    at: number;
    by_name: string;
    kind: string;
    object_name: string;
    names: string[];
    batch_id: string;
    operation: string;
  }>`
    select change_operation.at, change_batch.name as by_name, change_operation.kind, change_operation.object_name, change_operation.batch_id, change_batch.operation,
      array(select jsonb_object_keys(coalesce(change_operation.after, '{}')) intersect select unnest(given.names)) as names
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(object_id text, kind text, id uuid, names text[])
    join change_operation on change_operation.object_id = given.object_id and change_operation.kind = given.kind and change_operation.id > given.id
    join change_batch on change_batch.id = change_operation.batch_id
    where ${lineInRange(call.caller.scope())} and change_operation.after ?| given.names
      and not exists (select from change_reverted where operation_id = change_operation.id)
      and not exists (select from change_reverted join change_operation undone on undone.id = change_reverted.operation_id
        where change_reverted.reverted_by = change_operation.batch_id and undone.object_id = given.object_id and undone.id >= given.id)
    order by change_operation.id desc limit ${shownLater}`.execute(call.db);
  const { words } = call.services;
  return rows.map((row) => ({
    at: row.at,
    name: row.by_name,
    objectName: row.object_name,
    fields: labelsOf(call, row.kind, row.names),
    batchId: row.batch_id,
    what: words.sentence(row.operation, call.caller.language),
  }));
}

async function batchOf({ db }: Reading, id: string | null): Promise<{ reason: string | null } | undefined> {
  return id === null ? undefined : db.selectFrom('change_batch').select('reason').where('id', '=', id).executeTakeFirst();
}

/** Whether the caller holds the right to undo in every kind that was changed. */
function mayUndo({ caller, services }: Reading, lines: readonly LineRow[]): boolean {
  return lines.every((line) => {
    const kind = services.kinds.find((one) => one.kind === line.kind);
    return kind !== undefined && caller.can(kind.codes.revert);
  });
}
