import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Services } from '../services.ts';
import './change.table.ts';
import { callerOfBatch } from './callers.ts';
import { countsOf } from './journal.ts';
import type { Action, Operation } from './kind.ts';
import { nameReferences } from './name-references.ts';
import { showFields } from './show-fields.ts';

/** What a write would do: its operations (at most 200 shown), their counts and what else they touch. */
export interface DryRun {
  counts: Partial<Record<Action, number>>;
  impact: Record<string, number>;
  operations: { kind: string; objectId: string; name: string; action: Action; fields: FieldDiffView[] }[];
}

class RolledBack extends Error {}

/** Runs a write in a transaction that is rolled back, and answers what it would have done. Refusals of the write come through; nothing is audited. */
export async function dryRun(services: Services, caller: Caller, work: (tx: Tx, caller: Caller) => Promise<unknown>): Promise<DryRun> {
  let answer: DryRun | undefined;
  try {
    await services.database.db.transaction().execute(async (tx) => {
      let batchId: string | null = null;
      // The batch is not to reach the audit row of the real call.
      const trying: Caller = { ...callerOfBatch(caller, caller.operation), batch: (id) => (batchId = id ?? batchId) };
      await work(tx, trying);
      answer = batchId === null ? { counts: {}, impact: {}, operations: [] } : await operationsOf(tx, services, caller, batchId);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return answer!;
}

async function operationsOf(tx: Tx, services: Services, caller: Caller, batchId: string): Promise<DryRun> {
  const rows = await tx.selectFrom('change_operation').selectAll().where('batch_id', '=', batchId).orderBy('seq').execute();
  const impact: Record<string, number> = {};
  for (const kind of services.kinds) {
    const own = rows
      .filter((row) => row.kind === kind.kind)
      .map((row): Operation => ({
        action: row.action,
        id: row.object_id,
        name: row.object_name,
        path: row.path,
        before: row.before,
        after: row.after,
        version: row.version_before,
      }));
    const counts = own.length > 0 ? ((await kind.impact?.(tx, caller, own)) ?? {}) : {};
    for (const [name, count] of Object.entries(counts)) impact[name] = (impact[name] ?? 0) + count;
  }
  const listed = rows.slice(0, 200);
  const shown = listed.map((row) => {
    const kind = services.kinds.find((one) => one.kind === row.kind);
    return { kind, fields: showFields(kind, caller, row.before, row.after) };
  });
  const fields = await nameReferences(tx, { services, caller }, shown);
  const operations = listed.map((row, at) => ({
    kind: row.kind,
    objectId: row.object_id,
    name: row.object_name,
    action: row.action,
    fields: fields[at] ?? [],
  }));
  return { counts: countsOf(rows), impact, operations };
}
