import { useState, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { AnyList } from '#kit/console/page/use-list.ts';

interface Place {
  id: string;
  name: string;
  priority: number;
}

interface MoveProps {
  row: Place;
  list: AnyList<Place>;
  /** Takes ids in their new order. */
  endpoint: Endpoint<z.ZodType<unknown, { ids: string[] }>>;
}

/** The place of a limit, with up and down among those on screen. */
export function Move({ row, list, endpoint }: MoveProps): ReactElement {
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const place = list.rows.findIndex(({ id }) => id === row.id);
  if (list.state.sort !== undefined || place < 0 || !may(endpoint)) return <>{row.priority}</>;
  const move = async (by: -1 | 1): Promise<void> => {
    const other = list.rows[place + by];
    if (!other) return;
    const ids = by === -1 ? [row.id, other.id] : [other.id, row.id];
    setBusy(true);
    // A refusal is told by the error catalogue.
    await call(endpoint, { ids })
      .then(() => invalidate(list.endpoint))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const step = (by: -1 | 1): (() => void) | undefined => (busy || !list.rows[place + by] ? undefined : () => void move(by));
  return (
    <span className="enterprise-move">
      {row.priority}
      <UpDown name={row.name} up={step(-1)} down={step(1)} />
    </span>
  );
}
