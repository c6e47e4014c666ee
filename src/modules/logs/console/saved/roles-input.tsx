import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { searchList } from '../../common/saved/search.contract.ts';

interface RolesInputProps {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
}

const only = { pageSize: 1 } as const;

/** Chooses the roles that a search is shared with. */
export function RolesInput({ id, value, onChange }: RolesInputProps): ReactElement {
  const { data } = useRead(searchList, only);
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      optionFilterProp="label"
      value={value ?? []}
      options={(data?.roles ?? []).map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
