import { useState } from 'react';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { pick } from '#kit/common/language.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { extraReorder, type ExtraRow } from '../../common/extra/extra.contract.ts';
import { extraReadings } from './extra-readings.ts';

/** The order of fields as it is shown, and how to change it. */
export interface FieldOrder {
  readonly fields: readonly ExtraRow[];
  /** What was last moved, for those who don't see it. */
  readonly said: string;
  /** The field that is being dragged. */
  readonly dragged: string | undefined;
  drag(id: string | undefined): void;
  /** Puts one in the place of another, which makes room towards where it came from. */
  put(id: string, at: string): void;
}

/** Changes the order of fields; the new one is shown at once, and that of the server when it has answered. */
export function useOrder(target: ExtraTarget, stored: readonly ExtraRow[]): FieldOrder {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [requested, setRequested] = useState<{ ids: readonly string[]; of: readonly ExtraRow[] }>();
  const [said, setSaid] = useState('');
  const [dragged, drag] = useState<string>();
  const { save } = useSave(extraReorder, { message: null, invalidates: extraReadings });
  // What was requested counts until something else was read.
  const fields = requested?.of === stored ? requested.ids.flatMap((id) => stored.find((field) => field.id === id) ?? []) : stored;
  const put = (id: string, at: string): void => {
    const ids = fields.map((field) => field.id);
    const [from, to] = [ids.indexOf(id), ids.indexOf(at)];
    const moved = fields[from];
    if (!moved || to < 0 || from === to) return;
    ids.splice(from, 1);
    ids.splice(to, 0, id);
    setRequested({ ids, of: stored });
    setSaid(t('extra.moved', { name: pick(moved.name, language), at: to + 1, all: ids.length }));
    void save({ target, ids }).then((reply) => reply === undefined && setRequested(undefined));
  };
  return { fields, said, dragged, drag, put };
}
