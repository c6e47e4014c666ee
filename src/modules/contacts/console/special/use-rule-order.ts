import { useState, type DragEvent } from 'react';
import type { z } from 'zod';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { List } from '#kit/console/page/use-list.ts';
import { specialReorder, specialUser, type specialRow } from '../../common/special.contract.ts';
import { specialReadings } from './special-readings.ts';

/** A special user rule in its list. */
export type Rule = z.output<typeof specialRow>;

/** The order in which rules are asked, and how to change it. */
export interface RuleOrder {
  /** False: not granted, or the list is sorted by something else. */
  readonly movable: boolean;
  readonly busy: boolean;
  /** What was moved last, for those who don't see it. */
  readonly said: string;
  readonly dragged: string | undefined;
  drag(id: string | undefined): void;
  /** Puts one in the place of another, which makes room towards where it came from. */
  put(id: string, at: string): void;
  /** One place up or down, also over the edge of a page. */
  step(rule: Rule, by: -1 | 1): void;
  isEdge(rule: Rule, by: -1 | 1): boolean;
}

/** Moves rules among those on screen; rules that are filtered away keep their places. */
export function useRuleOrder(list: List<Rule, typeof specialUser.list>): RuleOrder {
  const t = useT('contacts');
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [dragged, drag] = useState<string>();
  const { rows, state, total } = list;
  const placeOf = (id: string): number => rows.findIndex((row) => row.id === id);
  const before = (state.page - 1) * state.size;

  const save = async (ids: readonly string[], words: string): Promise<void> => {
    setBusy(true);
    // A refusal is told by the error catalogue.
    await call(specialReorder, { ids: [...ids] })
      .then(() => invalidate(...specialReadings))
      .then(() => setSaid(words))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const put = (id: string, at: string): void => {
    const [from, to] = [placeOf(id), placeOf(at)];
    const moved = rows[from];
    if (!moved || to < 0 || from === to) return;
    const ids = rows.map((row) => row.id).toSpliced(from, 1);
    ids.splice(to, 0, id);
    const words = t('special.moved', { name: moved.name, at: before + to + 1, all: total });
    void save(ids.slice(Math.min(from, to), Math.max(from, to) + 1), words);
  };
  const isEdge = (rule: Rule, by: -1 | 1): boolean => {
    const place = before + placeOf(rule.id) + by;
    return place < 0 || place >= total;
  };
  /** The rule beyond the edge of the page. */
  const beyond = async (by: -1 | 1): Promise<string | undefined> => {
    const page = await call(specialUser.list, { ...list.asked, pageNum: state.page + by, pageSize: state.size }, { silent: true });
    return page.list.at(by === -1 ? -1 : 0)?.id;
  };
  const step = (rule: Rule, by: -1 | 1): void => {
    const place = placeOf(rule.id);
    const beside = rows[place + by];
    if (place < 0 || isEdge(rule, by)) return;
    if (beside) return put(rule.id, beside.id);
    void beyond(by).then((other) => {
      const words = t('special.moved', { name: rule.name, at: before + place + by + 1, all: total });
      return other === undefined ? undefined : save(by === -1 ? [rule.id, other] : [other, rule.id], words);
    });
  };
  return { movable: may(specialReorder) && state.sort === undefined, busy, said, dragged, drag, put, step, isEdge };
}

/** What makes the place around a list take rules that are dropped on its rows. */
export function dropsOf(order: RuleOrder): { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void } {
  return {
    onDragOver: (event) => order.dragged !== undefined && event.preventDefault(),
    onDrop: (event) => {
      event.preventDefault();
      const row = event.target instanceof Element ? event.target.closest('tr, li') : null;
      const at = row?.querySelector('[data-rule]')?.getAttribute('data-rule');
      if (order.dragged !== undefined && at) order.put(order.dragged, at);
      order.drag(undefined);
    },
  };
}
