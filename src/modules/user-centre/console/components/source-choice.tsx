import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { sourceList } from '../../common/source/source.contract.ts';

/** One source of people. */
export function SourceChoice({ value, onChange, ...props }: PickerProps): ReactElement {
  const { data } = useRead(sourceList, { pageSize: 200 });
  return (
    <Select<string>
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      aria-label={props['aria-label'] ?? ''}
      className="whk-picker"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' ? value : null}
      options={(data?.list ?? []).map((source) => ({ value: source.id, label: source.name }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
