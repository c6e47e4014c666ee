import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { LazyTree } from '#kit/console/pickers/lazy-tree.tsx';
import { pickerSources, type TreeSource } from '#kit/console/pickers/picker-source.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { checkIn, departmentsIn, toggled, type Above } from './range-tree.ts';
import './contacts.css';

interface RangeDepartmentsProps {
  rows: readonly RangeRow[];
  disabled: boolean;
  onChange: (rows: RangeRow[]) => void;
}

/** So many departments are looked up for where they stand; of more, the boxes above the others tell nothing of them. */
const mostPlaced = 100;

/** The departments that rows name, as a tree with boxes. */
export function RangeDepartments(props: RangeDepartmentsProps): ReactElement | null {
  const source = pickerSources().department;
  return source ? <Departments {...props} source={source} /> : null;
}

function Departments({ rows, disabled, onChange, source }: RangeDepartmentsProps & { source: TreeSource }): ReactElement {
  const t = useT('contacts');
  const [said, setSaid] = useState('');
  const named = departmentsIn(rows).slice(0, mostPlaced);
  const { data: above } = useQuery({
    queryKey: ['contacts-range-places', named],
    queryFn: ({ signal }) => placesOf(source, named, signal),
    placeholderData: keepPreviousData,
  });
  const places: Above = above ?? new Map();
  const choose = (id: string, over: readonly string[]): void => {
    if (disabled) return;
    const next = toggled(rows, { id, over, above: places });
    setSaid(next ? '' : t('range.tree.taken'));
    if (next) onChange(next);
  };
  return (
    <section className="contacts-tree" aria-label={t('range.tree')}>
      <h3>{t('range.tree')}</h3>
      <p className="contacts-soft">{t('range.tree.help')}</p>
      <div className="whk-tree-box">
        <LazyTree
          source={source}
          label={t('range.tree')}
          selected={null}
          onSelect={choose}
          checkOf={(id, over) => checkIn(rows, { id, over, above: places })}
        />
      </div>
      <p role="status" className="contacts-soft">
        {said}
      </p>
    </section>
  );
}

async function placesOf(source: TreeSource, ids: readonly string[], signal: AbortSignal): Promise<Above> {
  const found = new Map<string, readonly string[]>();
  for (const id of ids) {
    // What is gone or out of range stands nowhere in this tree.
    const path = await source.path(id, signal).catch(() => []);
    found.set(id, path);
  }
  return found;
}
