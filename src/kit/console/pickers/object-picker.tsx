import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import { useLanguage } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import type { PickerProps } from './picked.ts';

interface ObjectPickerProps extends Omit<PickerProps, 'multiple'> {
  /** The list of the kind that is chosen from. */
  list: Endpoint;
  /** One must be chosen: it is not taken away again. */
  required?: boolean;
}

interface Row {
  readonly id: string;
  readonly name: string | LocalText;
}

/** Chooses one object of a declared kind of which there are few, by its name: the first thousand of its list. */
export function ObjectPicker({
  list,
  value,
  onChange,
  required = false,
  id,
  placeholder,
  disabled,
  ...named
}: ObjectPickerProps): ReactElement {
  const [language] = useLanguage();
  const { data, isPending } = useRead(list, { pageNum: 1, pageSize: 1000 } as Input<Endpoint>);
  const rows = (data as { list: readonly Row[] } | undefined)?.list ?? [];
  return (
    <Select<string>
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      {...(disabled !== undefined && { disabled })}
      aria-label={named['aria-label']}
      allowClear={!required}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      {...(typeof value === 'string' && { value })}
      options={rows.map(({ id: one, name }) => ({ value: one, label: typeof name === 'string' ? name : pick(name, language) }))}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
