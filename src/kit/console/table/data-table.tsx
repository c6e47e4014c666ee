import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { AnyList } from '../page/use-list.ts';
import { NothingInSpan } from '../page/span-filter.tsx';
import { useNarrow } from '../page/use-narrow.ts';
import { idOf } from '../page/use-selection.ts';
import { EmptyState, NothingFound } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingRows } from '../states/waiting.tsx';
import { cellOf, isNumeric, useLook } from './cell.tsx';
import './data-table.css';
import { RowCards } from './row-cards.tsx';
import { OpenRow, PickPage, PickRow, usePicks, type DataTableProps } from './row-parts.tsx';
import { SortHeader } from './sort-header.tsx';

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

function Nothing({ list, empty }: { list: AnyList<object>; empty: ReactNode }): ReactElement {
  // What was looked through is not all there is: that is said before anything else.
  if (list.searched && list.searched.from > 0) return <NothingInSpan list={list} />;
  if (!list.filtered) return <>{empty ?? <EmptyState />}</>;
  const none = Object.fromEntries(Object.keys(list.state.filters).map((name) => [name, undefined]));
  return <NothingFound onClear={() => list.move({ filters: none })} />;
}

function Table<Row extends object>({ list, columns, label, nameOf, onOpen, rowActions, selectable }: DataTableProps<Row>): ReactElement {
  const t = useT('kit');
  const [sample] = list.rows;
  const look = useLook();
  const pick = usePicks(list);
  return (
    <table
      className="whk-table"
      aria-label={label}
      aria-rowcount={list.estimated ? -1 : list.total}
      onPointerOver={(event) => sayWhole(event.target)}
    >
      <thead>
        <tr>
          {selectable && (
            <th className="whk-pick" scope="col">
              <PickPage list={list} />
            </th>
          )}
          {columns.map((column) => (
            <SortHeader key={column.name} list={list} column={column} numeric={isNumeric(column, valueIn(sample, column.name))} />
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
                <PickRow {...pick(row, nameOf(row))} />
              </td>
            )}
            {columns.map((column, at) => (
              <td
                key={column.name}
                data-numeric={isNumeric(column, valueIn(row, column.name))}
                data-wrap={column.wrap === true}
                style={widthOf(column)}
              >
                {at === 0 && onOpen ? <OpenRow onOpen={() => onOpen(row)}>{cellOf(row, column, look)}</OpenRow> : cellOf(row, column, look)}
              </td>
            ))}
            {rowActions && <td className="whk-row-actions">{rowActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell that is cut off says all of itself to the pointer over it. */
function sayWhole(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('tbody td') : null;
  if (!cell || cell.matches('.whk-row-actions, .whk-pick')) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('.whk-open')].some((one) => one.scrollWidth > one.clientWidth);
  cell.title = cut ? cell.innerText : '';
}

const valueIn = (row: object | undefined, name: string): unknown => (row === undefined ? undefined : Reflect.get(row, name));
const widthOf = (column: { width?: number }): { minWidth: number } | undefined =>
  column.width === undefined ? undefined : { minWidth: column.width };
