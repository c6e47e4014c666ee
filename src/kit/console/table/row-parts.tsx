import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { AnyList } from '../page/use-list.ts';
import { idOf } from '../page/use-selection.ts';
import type { ShownColumn } from './column.ts';

/** What a table draws. */
export interface DataTableProps<Row extends object> {
  list: AnyList<Row>;
  columns: readonly ShownColumn<Row>[];
  /** What the table holds, for those who hear it ("Employees"). */
  label: string;
  density?: 'small' | 'middle' | 'large' | undefined;
  /** What a row is called: for the labels of its checkbox and actions. */
  nameOf: (row: Row) => string;
  /** Opens a row; the first column becomes the button that does it. */
  onOpen?: ((row: Row) => void) | undefined;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  selectable?: boolean | undefined;
  /** Shown when there is nothing at all; the filtered case has its own words. */
  empty?: ReactNode;
}

// Rows are many: what stands in each of them is plain HTML, which costs a tenth of a library's component when a page is shown.

/** The first cell opens its row: one tab stop a row, and a real button for the screen reader. */
export function OpenRow({ onOpen, children }: { onOpen: () => void; children: ReactNode }): ReactElement {
  return (
    <button type="button" className="whk-open" onClick={onOpen}>
      {children}
    </button>
  );
}

interface PickProps {
  label: string;
  picked: boolean;
  onChange: () => void;
}

/** The checkbox of a row. */
export function PickRow({ label, picked, onChange }: PickProps): ReactElement {
  return <input type="checkbox" className="whk-check" aria-label={label} checked={picked} onChange={onChange} />;
}

/** What the checkboxes of a list's rows need: given a row and what it is called. */
export function usePicks<Row extends object>(list: AnyList<Row>): (row: Row, name: string) => PickProps {
  const t = useT('kit');
  const { ids, set } = list.selection;
  const chosen = new Set(ids);
  const here = list.rows.map(idOf).filter((id) => chosen.has(id));
  return (row, name) => {
    const id = idOf(row);
    const picked = chosen.has(id);
    return {
      label: t('list.selectRow', { name }),
      picked,
      onChange: () => set(list.rows, picked ? here.filter((one) => one !== id) : [...here, id]),
    };
  };
}

/** The checkbox over a page's rows. */
export function PickPage<Row extends object>({ list }: { list: AnyList<Row> }): ReactElement {
  const t = useT('kit');
  const { ids, set } = list.selection;
  const all = list.rows.map(idOf);
  const picked = all.filter((id) => ids.includes(id)).length;
  const some = picked > 0 && picked < all.length;
  return (
    <input
      type="checkbox"
      className="whk-check"
      aria-label={t('list.selectPage')}
      // HTML has no attribute for "some of them".
      ref={(box) => void (box && (box.indeterminate = some))}
      checked={picked > 0 && picked === all.length}
      onChange={() => set(list.rows, picked === all.length ? [] : all)}
    />
  );
}
