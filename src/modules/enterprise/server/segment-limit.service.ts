import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import type { Segment, segmentLimitAdd, segmentLimitRemove, segmentLimitUpdate } from '../common/segment-limit.contract.ts';
import { parseSegment, segmentText } from './limits/network.ts';
import { nextPriority, reorder } from './priority.ts';
import { segmentLimitKind } from './segment-limit.kind.ts';

/** The limits hold everybody: whoever sees less than everybody does not write them. */
function assertEverywhere(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}

/** Segments as they are written everywhere: IPv4 in IPv6 as IPv4, networks from their first address. What is none stays as it is, and is refused. */
export const tidySegments = (segments: readonly Segment[]): Segment[] =>
  segments.map(({ value, note }) => {
    const span = parseSegment(value);
    return { value: span ? segmentText(span) : value, note };
  });

/** Adds one behind all others. Refuses with 11051 and 10411 (name). */
export async function addSegmentLimit(tx: Tx, caller: Caller, input: Parsed<typeof segmentLimitAdd>): Promise<{ id: string }> {
  assertEverywhere(caller);
  const fields: Fields = { ...input, segments: tidySegments(input.segments), priority: await nextPriority(tx, 'segment_limit') };
  const [id] = await createObjects(tx, caller, segmentLimitKind, [{ name: input.name, path: null, fields }]);
  return { id: id! };
}

/** Changes the given fields. Refuses with 10409, 10411 (name) and 11051. */
export async function updateSegmentLimit(tx: Tx, caller: Caller, input: Parsed<typeof segmentLimitUpdate>): Promise<void> {
  assertEverywhere(caller);
  const { id, version, segments, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest, ...(segments && { segments: tidySegments(segments) }) };
  await changeObjects(tx, caller, segmentLimitKind, [{ id, version, fields: fields as Fields }]);
}

type Bulk = Parsed<typeof segmentLimitRemove>;

/** Enables or disables; answers how many changed. */
export function switchSegmentLimits(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  assertEverywhere(caller);
  return switchObjects(tx, caller, segmentLimitKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
}

/** Deletes; the journal keeps them whole for the way back. */
export function removeSegmentLimits(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  assertEverywhere(caller);
  return removeObjects(tx, caller, segmentLimitKind, ids, { reason: reason ?? null });
}

/** Puts these in this order. */
export function reorderSegmentLimits(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  assertEverywhere(caller);
  return reorder(tx, caller, { kind: segmentLimitKind, table: 'segment_limit' }, ids);
}
