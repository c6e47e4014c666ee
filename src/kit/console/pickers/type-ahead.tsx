import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { Choice, PickerSource } from './picker-source.ts';

/** One id, several, or none. */
export type Picked = string | null | readonly string[];

/** What every picker takes; a form gives value, onChange and id. */
export interface PickerProps {
  value?: Picked | undefined;
  onChange?: (value: Picked) => void;
  /** Several may be chosen: the value is a list. */
  multiple?: boolean;
  disabled?: boolean;
  id?: string;
  placeholder?: string;
  /** Name for those who do not see the label above it. */
  'aria-label'?: string;
}

interface TypeAheadProps extends PickerProps {
  source: PickerSource | undefined;
  /** Kind of what is chosen, part of the cache's key. */
  kind: string;
  usual: string;
}

const idsOf = (value: Picked | undefined): readonly string[] => (typeof value === 'string' ? [value] : (value ?? []));

/** Names of ids as a source tells them, kept for all pickers. */
export function useNames(kind: string, source: PickerSource | undefined, ids: readonly string[]): ReadonlyMap<string, Choice> {
  const { data } = useQuery({
    queryKey: ['picker', kind, 'names', [...ids].toSorted()],
    queryFn: ({ signal }) => source?.names(ids, signal) ?? [],
    enabled: ids.length > 0 && source !== undefined,
    staleTime: 60_000,
  });
  return useMemo(() => new Map(data?.map((choice) => [choice.id, choice])), [data]);
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
  const ids = idsOf(value);
  const names = useNames(kind, source, ids);
  const found = useQuery({
    queryKey: ['picker', kind, 'search', text],
    queryFn: ({ signal }) => source?.search(text, signal) ?? [],
    enabled: opened && source !== undefined,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  const label = (id: string): string => names.get(id)?.name ?? t('pick.unknown', { id: id.slice(0, 8) });
  const choices = (found.data ?? []).map((choice) => ({
    value: choice.id,
    label: choice.name,
    detail: choice.disabled ?? choice.detail,
    disabled: choice.disabled !== undefined,
  }));
  const kept = ids
    .filter((id) => !choices.some((choice) => choice.value === id))
    .map((id) => ({ value: id, label: label(id), detail: names.get(id)?.detail, disabled: false }));
  return (
    <Select<string | string[]>
      {...rest}
      {...(multiple && { mode: 'multiple' as const })}
      className="whk-picker"
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      disabled={disabled || source === undefined}
      placeholder={source === undefined ? t('pick.unavailable') : (placeholder ?? usual)}
      notFoundContent={found.isFetching ? t('form.loading') : t('pick.none')}
      value={multiple ? [...ids] : (ids[0] ?? undefined)}
      // What is chosen but not among the finds keeps its name by standing among the options.
      options={opened && text !== '' ? [...choices, ...kept.map((one) => ({ ...one, className: 'wh-hidden' }))] : [...kept, ...choices]}
      optionRender={({ label: name, data }) => (
        <span className="whk-choice">
          {name}
          {data.detail && <small>{data.detail}</small>}
        </span>
      )}
      onOpenChange={(open) => open && setOpened(true)}
      onChange={(next) => {
        setText('');
        onChange?.(Array.isArray(next) ? next : (next ?? null));
      }}
    />
  );
}
