import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useContext, useEffect, useState, type ReactElement } from 'react';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { NamedContext } from '../object/chips.ts';
import { readAgain } from '../page/query.ts';
import { idsOf, type PickerProps } from './picked.ts';
import type { PickerSource } from './picker-source.ts';
import './pickers.css';
import { rememberNames, useNames } from './use-names.ts';
import { useSettled } from './use-settled.ts';

interface TypeAheadProps extends PickerProps {
  source: PickerSource | undefined;
  /** Kind of what is chosen, part of the cache's key. */
  kind: string;
  usual: string;
}

/** Finds while one types, and shows names for ids; an id nobody names is shown as unknown, not lost. */
export function TypeAhead({
  source,
  kind,
  usual,
  value,
  onChange,
  multiple,
  disabled,
  placeholder,
  ...rest
}: TypeAheadProps): ReactElement {
  const t = useT('kit');
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const requested = useSettled(text.trim());
  const ids = idsOf(value);
  const names = useNames(kind, source, ids);
  const named = useContext(NamedContext);
  const found = useQuery({
    queryKey: ['picker', kind, 'search', requested],
    queryFn: async ({ signal }) => {
      const choices = (await source?.search(requested, signal)) ?? [];
      rememberNames(kind, choices);
      return choices;
    },
    enabled: opened && source !== undefined,
    retry: readAgain,
    staleTime: 10_000,
  });
  const nameOf = (id: string): string => {
    const known = names.get(id);
    // Departments of one name are many: a chosen one is told with its path.
    const name = kind === 'department' && known?.detail ? `${known.detail} / ${known.name}` : known?.name;
    return known === undefined ? t('form.loading') : (name ?? t('pick.unknown', { id: id.slice(0, 8) }));
  };
  const all = ids.map(nameOf).join(', ');
  useEffect(() => named?.(all), [named, all]);
  const problem = found.error instanceof CallError ? found.error.msg : undefined;
  // What was found for fewer letters is not offered: Enter would take it.
  const choices = problem === undefined && text.trim() === requested ? (found.data ?? []) : [];
  const waiting = found.isFetching || text.trim() !== requested;
  return (
    <Select<string | string[]>
      {...rest}
      {...(multiple && { mode: 'multiple' as const })}
      className="whk-picker"
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      disabled={(disabled ?? false) || source === undefined}
      placeholder={source === undefined ? t('pick.unavailable') : (placeholder ?? usual)}
      notFoundContent={<span role="status">{problem ?? (waiting ? t('form.loading') : t('pick.none'))}</span>}
      value={multiple ? [...ids] : ids[0]}
      options={choices.map(({ id, name, detail, figure, disabled: reason }) => ({
        value: id,
        label: name,
        detail: reason ?? detail,
        figure,
        disabled: reason !== undefined,
      }))}
      labelRender={({ value: id }) => nameOf(String(id))}
      optionRender={({ label: name, data }) => (
        <span className="whk-choice">
          {data.figure && <span className="whk-figure">{data.figure}</span>}
          {name}
          {data.detail && <small>{data.detail}</small>}
        </span>
      )}
      onOpenChange={(open) => {
        if (open) setOpened(true);
        else setText('');
      }}
      onChange={(next) => onChange?.(Array.isArray(next) ? next : (next ?? null))}
    />
  );
}
