import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { caseGroupList } from '../../common/case.contract.ts';

interface Props {
  value?: readonly string[];
  onChange?: (next: string[]) => void;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Chooses groups by their names. */
export function GroupsPicker({ value = [], onChange, id, disabled, ...named }: Props): ReactElement {
  const { data, isPending } = useRead(caseGroupList, { pageSize: 1000 });
  return (
    <Select<string[]>
      mode="multiple"
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
      aria-label={named['aria-label']}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
