import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Input } from '#kit/common/contract.ts';
import { callerKinds } from '../../common/failure-class.ts';
import { statGroups, type statOverview } from '../../common/stat.contract.ts';

const hour = 3_600_000;

/** Times that are chosen by a click. */
export const spans = [
  { name: 'hour', length: hour },
  { name: 'day', length: 24 * hour },
  { name: 'week', length: 7 * 24 * hour },
  { name: 'month', length: 30 * 24 * hour },
  { name: 'quarter', length: 90 * 24 * hour },
] as const;
/** One of them. */
export type SpanName = (typeof spans)[number]['name'];

type Group = (typeof statGroups)[number];

/** Filters of the statistics as they stand in the address. */
export interface StatState {
  readonly asked: Input<typeof statOverview>;
  readonly span: SpanName | 'own';
  readonly groupBy: Group;
  /** Minutes that this browser's clock is ahead of UTC. */
  readonly offset: number;
  set(change: Readonly<Record<string, string | undefined>>): void;
  /** A span that was drawn over a chart. */
  choose(from: number, to: number): void;
}

/** Reads and writes the filters in the address, so that what is seen can be sent to somebody. */
export function useStatFilters(): StatState {
  const [search, setSearch] = useSearchParams();
  // The present is that of the last change: figures that are asked for together belong to the same time.
  const [now, setNow] = useState(() => Date.now());
  const value = (name: string): string | undefined => search.get(name) ?? undefined;
  const [from, to, named] = [value('from'), value('to'), value('span')];
  const isOwn = from !== undefined && to !== undefined;
  const span = spans.find(({ name }) => name === named) ?? spans[1];
  const [interfaceId, systemId, callerId, callerKind, group] = [
    value('interfaceId'),
    value('systemId'),
    value('callerId'),
    value('callerKind'),
    value('groupBy'),
  ];
  const asked = useMemo<Input<typeof statOverview>>(() => {
    const kind = callerKinds.find((one) => one === callerKind);
    return {
      from: isOwn ? Number(from) : now - span.length,
      to: isOwn ? Number(to) : now,
      ...(interfaceId !== undefined && { interfaceId }),
      ...(systemId !== undefined && { systemId }),
      ...(callerId !== undefined && { callerId }),
      ...(kind !== undefined && { callerKind: [kind] }),
    };
  }, [isOwn, from, to, now, span.length, interfaceId, systemId, callerId, callerKind]);
  const set: StatState['set'] = (change) => {
    setNow(Date.now());
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, text] of Object.entries(change)) {
        if (text === undefined) next.delete(name);
        else next.set(name, text);
      }
      return next;
    });
  };
  return {
    asked,
    span: isOwn ? 'own' : span.name,
    groupBy: statGroups.find((one) => one === group) ?? 'interface',
    offset: -new Date(now).getTimezoneOffset(),
    set,
    choose: (begin, end) => set({ from: String(begin), to: String(end) }),
  };
}
