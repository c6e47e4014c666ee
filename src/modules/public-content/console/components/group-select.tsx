import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { materialGroup, type GroupRow } from '../../common/material.contract.ts';
import type { ContentKind } from '../../common/words.ts';

const none: readonly GroupRow[] = [];

/** The groups of an account for a kind of content. */
export function useGroups(snoId: string, kind: ContentKind): readonly GroupRow[] {
  return useRead(materialGroup.list, { snoId, kind, pageNum: 1, pageSize: 200 }).data?.list ?? none;
}

interface GroupSelectProps {
  snoId: string;
  kind: ContentKind;
  id?: string;
  value?: string | null | undefined;
  onChange?: (value: string | null) => void;
  'aria-label'?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Chooses a group of content. */
export function GroupSelect({ snoId, kind, id, value, onChange, placeholder, disabled, ...named }: GroupSelectProps): ReactElement {
  const groups = useGroups(snoId, kind);
  return (
    <Select<string>
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      {...(disabled !== undefined && { disabled })}
      aria-label={named['aria-label']}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...(typeof value === 'string' && { value })}
      options={groups.map(({ id: one, name }) => ({ value: one, label: name }))}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
