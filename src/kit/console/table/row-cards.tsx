import type { ReactElement } from 'react';
import { idOf } from '../page/use-selection.ts';
import { cellOf, useLook } from './cell.tsx';
import { OpenRow, PickRow, usePicks, type DataTableProps } from './row-parts.tsx';

/** Rows as cards, where a table has no room: the first column is the title, the others are named lines. */
export function RowCards<Row extends object>({
  list,
  columns,
  label,
  nameOf,
  onOpen,
  rowActions,
  selectable,
}: DataTableProps<Row>): ReactElement {
  const [title, ...others] = columns;
  const look = useLook();
  const pick = usePicks(list);
  return (
    <ul className="whk-cards" aria-label={label}>
      {list.rows.map((row) => (
        <li key={idOf(row)} data-selected={list.selection.ids.includes(idOf(row))}>
          <header>
            {selectable && <PickRow {...pick(row, nameOf(row))} />}
            <strong>
              {title && (onOpen ? <OpenRow onOpen={() => onOpen(row)}>{cellOf(row, title, look)}</OpenRow> : cellOf(row, title, look))}
            </strong>
            {rowActions?.(row)}
          </header>
          <dl>
            {others.map((column) => (
              <div key={column.name}>
                <dt>{column.label}</dt>
                <dd>{cellOf(row, column, look)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
