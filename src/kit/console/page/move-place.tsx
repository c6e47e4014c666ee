import { createContext, useContext, useState, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import { UpDown } from '../action/up-down.tsx';
import { useMay } from '../action/use-may.ts';
import { call } from '../call/call.ts';
import { useLanguage } from '../i18n/use-t.ts';
import { invalidate } from './query.ts';
import type { AnyList } from './use-list.ts';
import { idOf } from './use-selection.ts';

/** The list around, for cells that act on its order. */
export const ListContext = createContext<AnyList<object> | null>(null);

interface MovePlaceProps {
  row: object;
  /** What the row is called, in all languages or in the reader's. */
  name: string | Partial<Record<Language, string>>;
  /** Its place in the order. */
  place: number;
  /** Takes ids in their new order. */
  endpoint: Endpoint<z.ZodType<unknown, { ids: string[] }>>;
  /** A row that keeps its place: nothing changes places with it. */
  isFixed?: (row: object) => boolean;
}

/** The place of an object in an order, with up and down among those on screen; only while the list is in that order. */
export function MovePlace({ row, name, place, endpoint, isFixed = () => false }: MovePlaceProps): ReactElement {
  const list = useContext(ListContext);
  const may = useMay();
  const [language] = useLanguage();
  const [busy, setBusy] = useState(false);
  const at = list?.rows.findIndex((one) => idOf(one) === idOf(row)) ?? -1;
  if (!list || list.state.sort !== undefined || at < 0 || !may(endpoint) || isFixed(row)) return <>{place}</>;
  const move = async (by: -1 | 1): Promise<void> => {
    const other = list.rows[at + by];
    if (!other) return;
    const ids = by === -1 ? [idOf(row), idOf(other)] : [idOf(other), idOf(row)];
    setBusy(true);
    // The error catalogue says why it was refused.
    await call(endpoint, { ids })
      .then(() => invalidate(list.endpoint))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const step = (by: -1 | 1): (() => void) | undefined => {
    const other = list.rows[at + by];
    return busy || !other || isFixed(other) ? undefined : () => void move(by);
  };
  return (
    <span className="whk-place">
      {place}
      <UpDown name={typeof name === 'string' ? name : pick(name, language)} up={step(-1)} down={step(1)} />
    </span>
  );
}
