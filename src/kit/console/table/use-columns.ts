import { usePreference } from '../page/preference.ts';
import { useWords, type Subject } from '../page/subject.ts';
import type { Column, ShownColumn } from './column.ts';

/** What a person chose of a table's looks. */
export interface TableLooks {
  /** Names that are not shown. */
  hidden: readonly string[];
  /** Names in the person's order; those that are not named follow in the page's own. */
  order: readonly string[];
  density: 'small' | 'middle' | 'large';
}

const isLooks = (value: unknown): value is TableLooks =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  'order' in value &&
  'density' in value &&
  Array.isArray(value.hidden) &&
  Array.isArray(value.order) &&
  ['small', 'middle', 'large'].includes(String(value.density));

/** The columns of a table as this person wants them, and what the dialog that changes them needs. */
export interface ColumnChoice<Row> {
  shown: readonly ShownColumn<Row>[];
  all: readonly ShownColumn<Row>[];
  looks: TableLooks;
  change(looks: Partial<TableLooks>): void;
  reset(): void;
}

/** Labels columns and applies what the person chose; kept for each administrator under the table's name. */
export function useColumns<Row, S extends Subject>(columns: readonly Column<Row, S>[], name: string, subject?: Subject): ColumnChoice<Row> {
  const words = useWords(subject);
  const usual: TableLooks = { hidden: columns.filter((one) => one.optional).map((one) => one.name), order: [], density: 'middle' };
  const [looks, write] = usePreference<TableLooks>(`table.${name}`, usual, isLooks);
  const place = (column: ShownColumn<Row>): number => {
    const at = looks.order.indexOf(column.name);
    return at < 0 ? looks.order.length + columns.findIndex((one) => one.name === column.name) : at;
  };
  const all = columns
    .map((column): ShownColumn<Row> => ({ ...column, label: column.label ?? words.field(column.name) }))
    .toSorted((one, other) => place(one) - place(other));
  return {
    all,
    shown: all.filter((column) => !looks.hidden.includes(column.name)),
    looks,
    change: (patch) => write({ ...looks, ...patch }),
    reset: () => write(usual),
  };
}
