import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { useRead } from '#kit/console/page/query.ts';

interface EntitySelectProps {
  /** The list of what is chosen from. */
  endpoint: Endpoint;
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
  'aria-label'?: string;
  /** Of a filter, which may be empty. */
  placeholder?: string;
  /** What is chosen: ids, or names where a name is what counts. */
  by?: 'id' | 'name';
}

interface Row {
  id: string;
  name: string;
  code?: string;
}

/** Chooses one object of a kind by its name: the first thousand of its list. */
export function EntitySelect({
  endpoint,
  id,
  value,
  onChange,
  disabled = false,
  by = 'id',
  placeholder,
  'aria-label': label,
}: EntitySelectProps): ReactElement {
  const read = useRead(endpoint, { pageNum: 1, pageSize: 1000, sort: 'name' } as Input<Endpoint>);
  const rows = (read.data as { list: Row[] } | undefined)?.list ?? [];
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(placeholder !== undefined && { placeholder, allowClear: true })}
      disabled={disabled}
      loading={read.data === undefined}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={rows.map((row) => ({ value: row[by], label: row.code === undefined ? row.name : `${row.name} (${row.code})` }))}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
