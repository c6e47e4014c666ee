import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { PickerProps } from './picked.ts';

interface OptionPickerProps extends PickerProps {
  options: readonly { readonly value: string; readonly label: string }[];
}

/** A filter or field that takes one of a few things which a call answered. */
export function OptionPicker({ value, onChange, options, ...props }: OptionPickerProps): ReactElement {
  return (
    <Select<string>
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      aria-label={props['aria-label'] ?? ''}
      className="whk-picker"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' ? value : null}
      options={[...options]}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
