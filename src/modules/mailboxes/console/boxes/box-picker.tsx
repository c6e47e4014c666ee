import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { mailAccount, type MailAccountRow } from '../../common/boxes/account.contract.ts';

interface BoxPickerProps extends Omit<PickerProps, 'multiple'> {
  /** Of this server alone. */
  serverId?: string;
}

/** Chooses a box by its address or name. */
export function BoxPicker({ value, onChange, id, placeholder, disabled, serverId, ...named }: BoxPickerProps): ReactElement {
  const [language] = useLanguage();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed);
  const chosen = typeof value === 'string' ? value : undefined;
  const { data, isPending } = useRead(mailAccount.list, {
    pageNum: 1,
    pageSize: 20,
    ...(text !== '' && { text }),
    ...(serverId !== undefined && { serverId }),
  });
  const rows = data?.list ?? [];
  const isThere = rows.some((row) => row.id === chosen);
  const { data: one } = useRead(mailAccount.get, { id: chosen ?? '' }, { enabled: chosen !== undefined && !isThere });
  const labelOf = ({ address, name }: Pick<MailAccountRow, 'address' | 'name'>): string => `${address} · ${pick(name, language)}`;
  const all = [...rows, ...(one && one.id === chosen && !isThere ? [one] : [])];
  return (
    <Select<string>
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      {...(disabled !== undefined && { disabled })}
      aria-label={named['aria-label']}
      allowClear
      loading={isPending}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...(chosen !== undefined && { value: chosen })}
      options={all.map((row) => ({ value: row.id, label: labelOf(row) }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
