import { Button, Checkbox, Segmented } from 'antd';
import { useId, type ReactElement } from 'react';
import { UpDown } from '../action/up-down.tsx';
import '../page/page.css';
import { useT } from '../i18n/use-t.ts';
import type { ColumnChoice, TableLooks } from './use-columns.ts';

/** What of a table's columns is chosen here, whatever their rows are. */
type AnyChoice = Pick<ColumnChoice<never>, 'looks' | 'change' | 'reset'> & { all: readonly { name: string; label: string }[] };

/** The columns of a table to tick and to move, and how tight it stands. */
export function ColumnChoices({ choice }: { choice: AnyChoice }): ReactElement {
  const t = useT('kit');
  const density = useId();
  const { all, looks, change, reset } = choice;
  const names = all.map((column) => column.name);
  const swap = (at: number, by: -1 | 1): void => {
    const order = [...names];
    const [name] = order.splice(at, 1);
    if (name !== undefined) change({ order: order.toSpliced(at + by, 0, name) });
  };
  const toggle = (name: string): void =>
    change({ hidden: looks.hidden.includes(name) ? looks.hidden.filter((one) => one !== name) : [...looks.hidden, name] });
  return (
    <div className="whk-column-menu">
      <strong>{t('list.columns')}</strong>
      <ul>
        {all.map((column, at) => (
          <li key={column.name}>
            <Checkbox
              checked={!looks.hidden.includes(column.name)}
              // The first column names the row: without it a list says nothing.
              disabled={at === 0}
              onChange={() => toggle(column.name)}
            >
              {column.label}
            </Checkbox>
            <UpDown
              name={column.label}
              up={at < 2 ? undefined : () => swap(at, -1)}
              down={at === 0 || at === all.length - 1 ? undefined : () => swap(at, 1)}
            />
          </li>
        ))}
      </ul>
      <strong id={density}>{t('list.density')}</strong>
      <Segmented<TableLooks['density']>
        aria-labelledby={density}
        value={looks.density}
        onChange={(value) => change({ density: value })}
        options={[
          { value: 'small', label: t('list.density.small') },
          { value: 'middle', label: t('list.density.middle') },
          { value: 'large', label: t('list.density.large') },
        ]}
      />
      <Button onClick={reset}>{t('list.columnsReset')}</Button>
    </div>
  );
}
