import { Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { groupType } from '../common/type.contract.ts';

/** Chooses a group type. */
export function TypeSelect({ value, onChange, id, placeholder, ...named }: PickerProps): ReactElement {
  const [language] = useLanguage();
  const { data } = useRead(groupType.list, { pageSize: 200 });
  return (
    <Select<string>
      allowClear
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      aria-label={named['aria-label']}
      value={typeof value === 'string' ? value : null}
      options={(data?.list ?? []).map((type) => ({ value: type.id, label: pick(type.name, language) }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
