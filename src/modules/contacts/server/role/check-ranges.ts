import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { GivenOperation } from '#kit/server/role-module/role-gifts.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { namedRowKinds } from '../../common/words.ts';
import { anyUnknown } from '../parties.ts';
import { rowsOutside } from './row-range.ts';

const mostRoles = 500;

type Given = GivenOperation<{ authRange: RangeRow[]; searchRange: { rows: RangeRow[] }; exactMatch: readonly string[] }>;

/** Ranges name what is there and lies in the range of whoever enters them, and there is room for another role. */
export async function checkRanges(tx: Tx, caller: Caller, operations: readonly Given[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, operation] of operations.entries()) {
    const found = await checkRows(tx, caller, operation);
    if (found.length > 0) issues.set(index, found);
  }
  await assertRoom(tx, operations);
  return issues;
}

/** Rows name something that is there, and nothing beyond the range of whoever enters them. */
async function checkRows(tx: Tx, caller: Caller, { before, given: { after: given } }: Given): Promise<OperationIssue[]> {
  const rows: RangeRow[] = [...(given.authRange ?? []), ...(given.searchRange?.rows ?? [])];
  const empty = rows.find(({ kind, ids }) => namedRowKinds.includes(kind) && ids.length === 0);
  if (empty) throw new Refusal(20002, { kind: { namespace: 'contacts', key: `range.named.${empty.kind}` } }, { kind: empty.kind });
  // What was named before may be gone by now, and means nobody any more.
  const known = JSON.stringify([before?.['authRange'] ?? [], before?.['searchRange'] ?? []]);
  const kinds = { depts: 'department', crowds: 'crowd', employees: 'employee' } as const;
  const named = rows.flatMap(({ kind, ids }) =>
    kind in kinds ? ids.filter((id) => !known.includes(id)).map((id) => ({ kind: kinds[kind as keyof typeof kinds], id })) : [],
  );
  const range = caller.scope();
  if ((await rowsOutside(tx, range, rows)) || (!range.all && (given.exactMatch?.length ?? 0) > 0)) throw new Refusal(20003);
  return (await anyUnknown(tx, named)) ? [{ path: 'rows', namespace: 'contacts', key: 'range.unknown' }] : [];
}

async function assertRoom(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const fresh = operations.filter(({ action }) => action === 'create' || action === 'restore').length;
  if (fresh === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*) as n from role where module = 'contact'`.execute(tx);
  if (rows[0]!.n + fresh > mostRoles) throw new Refusal(20004, { n: mostRoles });
}
