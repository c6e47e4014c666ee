import { Select } from 'antd';
import { useDeferredValue, useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { widget } from '../../common/widget.contract.ts';

interface WidgetSelectProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

/** Chooses a widget by its name or identifier. */
export function WidgetSelect({ id, value, onChange }: WidgetSelectProps): ReactElement {
  const [language] = useLanguage();
  const [text, setText] = useState('');
  const calm = useDeferredValue(text.trim());
  const { data } = useRead(widget.list, { pageSize: 50, ...(calm && { text: calm }) });
  const options = (data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }));
  return (
    <Select
      {...(id !== undefined && { id })}
      className="widgets-app"
      showSearch={{ filterOption: false, onSearch: setText }}
      allowClear
      value={value ?? undefined}
      options={options}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
