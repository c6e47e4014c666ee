import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { inputFacts } from '../page/filter-codec.ts';
import type { AnyList } from '../page/use-list.ts';
import type { ShownColumn } from './column.ts';

interface SortHeaderProps<Row extends object> {
  list: AnyList<Row>;
  column: ShownColumn<Row>;
  numeric: boolean;
}

/** The head of a column; a button where the endpoint can sort by it: ascending, descending, the list's own order. */
export function SortHeader<Row extends object>({ list, column, numeric }: SortHeaderProps<Row>): ReactElement {
  const { sort } = list.state;
  const up = sort === column.name;
  const down = sort === `-${column.name}`;
  const next = up ? `-${column.name}` : down ? undefined : column.name;
  if (!canSort(list.endpoint, column)) {
    return (
      <th scope="col" data-numeric={numeric}>
        {column.label}
      </th>
    );
  }
  return (
    <th scope="col" data-numeric={numeric} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <button type="button" className="whk-sort" data-on={up || down} onClick={() => list.move({ sort: next })}>
        {column.label}
        <span aria-hidden="true">
          <CaretUpOutlined data-on={up} />
          <CaretDownOutlined data-on={down} />
        </span>
      </button>
    </th>
  );
}

/** Whether the endpoint sorts by a column. */
export function canSort(endpoint: Endpoint, column: { name: string; sortable?: boolean }): boolean {
  return column.sortable !== false && (inputFacts(endpoint.input)['sort']?.options?.includes(column.name) ?? false);
}
