import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useRead } from '../page/query.ts';
import { useHoldingArea } from './role-area.ts';

interface RolePickerProps {
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
  id?: string;
}

/** Chooses roles of the area. */
export function RolePicker({ value = [], onChange, id }: RolePickerProps): ReactElement {
  const { contract } = useHoldingArea();
  const [text, setText] = useState('');
  const { data } = useRead(contract.search, { text });
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setText }}
      value={[...value]}
      options={(data?.list ?? []).map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
