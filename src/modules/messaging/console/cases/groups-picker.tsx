import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { caseGroupList } from '../../common/case.contract.ts';

interface Props<V> {
  value?: V;
  onChange?: (next: V) => void;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** What stands to choose from, and how it is looked for. */
function useGroups({ id, disabled, ...named }: Omit<Props<unknown>, 'value' | 'onChange'>) {
  const { data, isPending } = useRead(caseGroupList, { pageSize: 1000 });
  return {
    className: 'whk-picker',
    ...(id !== undefined && { id }),
    ...(disabled !== undefined && { disabled }),
    'aria-label': named['aria-label'],
    loading: isPending,
    showSearch: { optionFilterProp: 'label' },
    options: (data?.list ?? []).map((one) => ({ value: one.id, label: one.name })),
  };
}

/** Chooses groups by their names. */
export function GroupsPicker({ value = [], onChange, ...more }: Props<readonly string[]>): ReactElement {
  return <Select<string[]> mode="multiple" {...useGroups(more)} value={[...value]} onChange={(next) => onChange?.(next)} />;
}

/** Chooses one group by its name. */
export function GroupPicker({ value, onChange, ...more }: Props<string | null>): ReactElement {
  return <Select<string | null> {...useGroups(more)} value={value ?? null} onChange={(next) => onChange?.(next)} />;
}
