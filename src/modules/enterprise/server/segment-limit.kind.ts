import type { Json, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { segment, timeWindow } from '../common/segment-limit.contract.ts';
import { segmentLimitPage as page } from '../common/permissions.ts';
import { limitsChanged } from './limits/limit-news.ts';
import { parseSegment } from './limits/network.ts';
import { isZone } from './limits/time-window.ts';
import { withoutRoom } from './priority.ts';

const base = tableKind({
  kind: 'segmentLimit',
  module: 'enterprise',
  codes: { read: page.code, revert: page.button.update },
  table: 'segment_limit',
  name: 'name',
  fields: {
    name: { column: 'name' },
    segments: { column: 'segments' },
    actions: { column: 'actions' },
    effect: { column: 'effect' },
    terminalTypes: { column: 'terminal_types' },
    window: { column: 'time_window' },
    priority: { column: 'priority' },
    enabled: { column: 'enabled' },
  },
  unique: { segment_limit_name: 'name' },
  check: async (tx, _caller, operations) => {
    const issues = checkLimits(operations);
    for (const [index, found] of await withoutRoom(tx, { table: 'segment_limit', most: 500 }, operations))
      issues.set(index, [...(issues.get(index) ?? []), found]);
    return issues;
  },
});

/** Segment limits in the change engine. They hold everybody, so only who sees everybody writes them, also by undoing. */
export const segmentLimitKind: Kind = {
  ...base,
  outside: async (_tx, range, operations) => new Set(range.all ? [] : operations.keys()),
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await limitsChanged(tx);
  },
};

/** Segments must be networks (11051 with the line), a window's zone must exist, and it must not end as it begins. */
function checkLimits(operations: readonly Operation[]): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    for (const [at, { value }] of segmentsIn(after?.['segments']).entries())
      if (!parseSegment(value))
        throw new Refusal(11051, { value: `#${at + 1} ${value}` }, { field: `segments.${at}.value`, line: at + 1, value });
    const window = timeWindow.safeParse(after?.['window']).data;
    if (window && !isZone(window.zone)) issues.set(index, [mistake('zone', 'segmentLimit.noZone')]);
    else if (window && window.from === window.to) issues.set(index, [mistake('to', 'segmentLimit.noTime')]);
  }
  return issues;
}

const mistake = (field: string, key: string): OperationIssue => ({ path: `window.${field}`, namespace: 'enterprise', key });

const segmentsIn = (value: Json | undefined): { value: string; note: string }[] => segment.array().safeParse(value).data ?? [];
