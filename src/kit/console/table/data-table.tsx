import { Checkbox } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { ListEndpoint } from '../page/list-endpoint.ts';
import type { List } from '../page/use-list.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { idOf } from '../page/use-selection.ts';
import { EmptyState, NothingFound } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingRows } from '../states/waiting.tsx';
import { cellOf, isNumeric } from './cell.tsx';
import type { ShownColumn } from './column.ts';
import './data-table.css';
import { RowCards } from './row-cards.tsx';
import { SortHeader } from './sort-header.tsx';

/** What a table draws. */
export interface DataTableProps<Row extends object> {
  list: List<Row, ListEndpoint>;
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

/** A list as a table, on a phone as cards: sorted and paged by the server, with every state a list can be in. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactElement {
  const { list, columns, label } = props;
  const t = useT('kit');
  const narrow = useNarrow();
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} retry={() => void list.reload()} />;
  if (list.loading) return <WaitingRows columns={narrow ? 1 : Math.min(columns.length, 6)} label={t('list.loading')} />;
  if (list.rows.length === 0) return <Nothing list={list} empty={props.empty} />;
  return (
    <div className="whk-rows" data-busy={list.refreshing} data-density={props.density ?? 'middle'}>
      {list.refreshing && (
        <span className="wh-hidden" role="status">
          {t('list.refreshing')}
        </span>
      )}
      {list.error && <ErrorState error={list.error} retry={() => void list.reload()} />}
      {narrow ? <RowCards {...props} /> : <Table {...props} label={label} />}
    </div>
  );
}

function Nothing({ list, empty }: { list: List<object, ListEndpoint>; empty: ReactNode }): ReactElement {
  if (!list.filtered) return <>{empty ?? <EmptyState />}</>;
  const none = Object.fromEntries(Object.keys(list.state.filters).map((name) => [name, undefined]));
  return <NothingFound onClear={() => list.move({ filters: none })} />;
}

function Table<Row extends object>({ list, columns, label, nameOf, onOpen, rowActions, selectable }: DataTableProps<Row>): ReactElement {
  const t = useT('kit');
  const [sample] = list.rows;
  return (
    <table className="whk-table" aria-label={label} aria-rowcount={list.estimated ? -1 : list.total}>
      <thead>
        <tr>
          {selectable && (
            <th className="whk-pick" scope="col">
              <PickPage list={list} />
            </th>
          )}
          {columns.map((column) => (
            <SortHeader key={column.name} list={list} column={column} numeric={isNumeric(column.as, valueIn(sample, column.name))} />
          ))}
          {rowActions && (
            <th className="whk-row-actions" scope="col">
              <span className="wh-hidden">{t('list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <tr key={idOf(row)} data-selected={list.selection.ids.includes(idOf(row))}>
            {selectable && (
              <td className="whk-pick">
                <PickRow list={list} row={row} name={nameOf(row)} />
              </td>
            )}
            {columns.map((column, at) => (
              <td key={column.name} data-numeric={isNumeric(column.as, valueIn(row, column.name))} style={widthOf(column)}>
                {at === 0 && onOpen ? <OpenRow onOpen={() => onOpen(row)}>{cellOf(row, column)}</OpenRow> : cellOf(row, column)}
              </td>
            ))}
            {rowActions && <td className="whk-row-actions">{rowActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const valueIn = (row: object | undefined, name: string): unknown => (row === undefined ? undefined : Reflect.get(row, name));
const widthOf = (column: { width?: number }): { minWidth: number } | undefined =>
  column.width === undefined ? undefined : { minWidth: column.width };

/** The first cell opens its row: one tab stop a row, and a real button for the screen reader. */
export function OpenRow({ onOpen, children }: { onOpen: () => void; children: ReactNode }): ReactElement {
  return (
    <button type="button" className="whk-open" onClick={onOpen}>
      {children}
    </button>
  );
}

/** The checkbox of a row. */
export function PickRow<Row extends object>({ list, row, name }: { list: List<Row, ListEndpoint>; row: Row; name: string }): ReactElement {
  const t = useT('kit');
  const { ids, set } = list.selection;
  const here = list.rows.map(idOf).filter((id) => ids.includes(id));
  const picked = here.includes(idOf(row));
  return (
    <Checkbox
      aria-label={t('list.selectRow', { name })}
      checked={picked}
      onChange={() => set(list.rows, picked ? here.filter((id) => id !== idOf(row)) : [...here, idOf(row)])}
    />
  );
}

/** The checkbox over a page's rows. */
export function PickPage<Row extends object>({ list }: { list: List<Row, ListEndpoint> }): ReactElement {
  const t = useT('kit');
  const { ids, set } = list.selection;
  const all = list.rows.map(idOf);
  const picked = all.filter((id) => ids.includes(id)).length;
  return (
    <Checkbox
      aria-label={t('list.selectPage')}
      checked={picked > 0 && picked === all.length}
      indeterminate={picked > 0 && picked < all.length}
      onChange={() => set(list.rows, picked === all.length ? [] : all)}
    />
  );
}
