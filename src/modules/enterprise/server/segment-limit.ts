import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing } from '#kit/server/read-page.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { segmentLimit, type Segment } from '../common/segment-limit.contract.ts';
import { hitsOf } from './limits/hits.ts';
import { limitsChanged } from './limits/limit-changes.ts';
import { parseAddress, parseSegment, segmentText } from '#platform/network/network.ts';
import { spansOf } from './limits/read-book.ts';
import { holds } from '#platform/network/span-set.ts';
import { windowIssues } from './limits/time-window.ts';
import { withoutRoom } from './priority.ts';
import { notesOf } from './segment-limit.notes.ts';

/** Segment limits on the server: list in the order in which they are asked, with how often each decided. */
export const segmentLimits = crudServer(segmentLimit, {
  table: 'segment_limit',
  tidy: (entered) => ({ ...entered, ...(entered.segments && { segments: tidySegments(entered.segments) }) }),
  check: async (tx, _caller, operations) => {
    const issues = checkLimits(operations);
    for (const [index, found] of await withoutRoom(tx, { table: 'segment_limit', most: 500 }, operations))
      issues.set(index, [...(issues.get(index) ?? []), found]);
    return issues;
  },
  written: (tx) => limitsChanged(tx),
  where: async ({ db }, { name, address, action }) => [
    ...(name ? [sql<boolean>`name ilike ${containing(name)}`] : []),
    ...(action ? [sql<boolean>`actions ? ${action}`] : []),
    ...(address ? [sql<boolean>`id = any(${await limitsHolding(db, address)}::uuid[])`] : []),
  ],
  rows: async ({ db }, limits) => {
    const hits = await hitsOf(
      db,
      limits.map(({ id }) => id),
    );
    return limits.map(({ id }) => ({ hits: hits(id) }));
  },
  detail: async ({ db }, { id }) => {
    const all = await db.selectFrom('segment_limit').selectAll().orderBy('priority').orderBy('id').execute();
    const own = all.find((one) => one.id === id);
    return { notes: own ? notesOf(own, all) : [] };
  },
});

/** Segments as they are written everywhere: IPv4 in IPv6 as IPv4, networks from their first address. What is none stays as it is, and is refused. */
const tidySegments = (segments: readonly Segment[]): Segment[] =>
  segments.map(({ value, note }) => {
    const span = parseSegment(value);
    return { value: span ? segmentText(span) : value, note };
  });

type LimitOperation = Operation<StoredOf<typeof segmentLimit.fields>>;

/** Segments must be networks (11051 with the line), a window's zone must exist, and it must not end as it begins. */
function checkLimits(operations: readonly LimitOperation[]): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    for (const [at, { value }] of (after?.segments ?? []).entries())
      if (!parseSegment(value))
        throw new Refusal(11051, { value: `#${at + 1} ${value}` }, { field: `segments.${at}.value`, line: at + 1, value });
    const wrong = windowIssues(after?.window);
    if (wrong.length > 0) issues.set(index, wrong);
  }
  return issues;
}

/** Limits, disabled ones too, with a segment that holds an address. */
async function limitsHolding(db: Db, text: string): Promise<string[]> {
  const address = parseAddress(text);
  if (!address) return [];
  const rows = await db.selectFrom('segment_limit').select(['id', 'segments']).execute();
  return rows.filter(({ segments }) => holds(spansOf(segments.map(({ value }) => value)), address)).map(({ id }) => id);
}
