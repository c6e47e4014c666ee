import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { sysRole } from '#modules/system/common/role.contract.ts';

/** One role of the system. */
export function RoleChoice({ value, onChange, ...props }: PickerProps): ReactElement {
  const [text, setText] = useState('');
  const { data } = useRead(sysRole.search, { text });
  return (
    <Select<string>
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      aria-label={props['aria-label'] ?? ''}
      className="whk-picker"
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      value={typeof value === 'string' ? value : null}
      options={(data?.list ?? []).map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
