import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { notGranted } from '#kit/server/refusal.ts';
import type { operationObject } from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { lineViews, type LineRow } from './operation.detail.ts';
import { lineInRange } from './operation.range.ts';

interface ObjectLine extends LineRow {
  uid: string;
  by_name: string;
  address: string;
  operation: string;
}

/** What was changed on one object, newest first, for who reads the log or the history of such objects. */
export async function objectHistory(call: Call, input: Parsed<typeof operationObject>): Promise<Reply<typeof operationObject>> {
  const kind = call.services.kinds.find((one) => one.kind === input.objectKind);
  const caller = readerIn(call.caller, kind);
  // What belongs to no department is read in the whole by who may read it.
  const range =
    kind?.unranged && kind.codes.read !== undefined && call.caller.can(kind.codes.read) ? { all: true as const } : caller.scope();
  const common = kind?.commonIds ? sql<boolean>`change_operation.object_id in (${kind.commonIds})` : sql<boolean>`false`;
  const { rows } =
    await sql<ObjectLine>`select change_operation.*, change_reverted.reverted_by, change_batch.uid, change_batch.name as by_name, change_batch.address, change_batch.operation
    from change_operation join change_batch on change_batch.id = change_operation.batch_id
    left join change_reverted on change_reverted.operation_id = change_operation.id
    where object_id = ${input.objectId} and kind = ${input.objectKind} and (${lineInRange(range)} or ${common})
      ${input.after === undefined ? sql`` : sql`and change_operation.id < ${input.after}::uuid`}
    order by change_operation.id desc limit ${input.pageSize}`.execute(call.db);
  const shown = await lineViews({ ...call, caller }, rows);
  const list = shown.map((line, at) => {
    const row = rows[at]!;
    const what = call.services.words.sentence(row.operation, call.caller.language);
    return { ...line, at: row.at, uid: row.uid, name: row.by_name, address: row.address, what, batchId: row.batch_id };
  });
  return { list, next: rows.length === input.pageSize ? (rows.at(-1)?.id ?? null) : null };
}

/** The caller with the range of the log, or of the object's own page. */
function readerIn(caller: Caller, kind: Kind | undefined): Caller {
  const held = [operationLog.code, kind?.codes.read].find((one) => one !== undefined && caller.can(one));
  caller.scope();
  if (held === undefined) throw notGranted(operationLog.code);
  return { ...caller, scope: () => rangeOn(caller, held) };
}
