import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { crowdCatalogue } from '../../common/crowd/crowd.contract.ts';

/** One sort of what may name a crowd. */
export function UseKindChoice({ value, onChange, ...props }: PickerProps): ReactElement {
  const { data } = useRead(crowdCatalogue, {});
  return (
    <Select<string>
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      aria-label={props['aria-label'] ?? ''}
      className="whk-picker"
      allowClear
      value={typeof value === 'string' ? value : null}
      options={(data?.uses ?? []).map(({ kind, title }) => ({ value: kind, label: title }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
