import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { contactRole } from '../../common/role.contract.ts';

/** The code of the role that everybody holds who holds no other. */
const everyone = 'contact_everyone';

/** Chooses one contact role; `assignable`: only such as people are put into. */
export function RoleSelect({ value, onChange, id, placeholder, assignable, ...named }: PickerProps & { assignable?: true }): ReactElement {
  const [text, setText] = useState('');
  const { data } = useRead(contactRole.search, { text });
  const roles = (data?.list ?? []).filter(({ code }) => !assignable || code !== everyone);
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      aria-label={named['aria-label']}
      allowClear
      className="contacts-role-select"
      showSearch={{ filterOption: false, onSearch: setText }}
      value={typeof value === 'string' ? value : null}
      options={roles.map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}

interface RolesSelectProps {
  id?: string;
  value?: readonly string[];
  onChange?: (value: string[]) => void;
}

/** Chooses contact roles. */
export function RolesSelect({ id, value = [], onChange }: RolesSelectProps): ReactElement {
  const [text, setText] = useState('');
  const { data } = useRead(contactRole.search, { text });
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
