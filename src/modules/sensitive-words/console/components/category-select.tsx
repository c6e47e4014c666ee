import { Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordCategory } from '../../common/word.contract.ts';
import './words.css';

interface CategorySelectProps {
  id?: string;
  label?: string;
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
}

/** One of the categories, or none. */
export function CategorySelect({ id, label, value, onChange }: CategorySelectProps): ReactElement {
  const [language] = useLanguage();
  const { data, isPending } = useRead(wordCategory.list, { pageNum: 1, pageSize: 1000 });
  return (
    <Select
      {...(id && { id })}
      {...(label && { 'aria-label': label, placeholder: label, className: 'sw-choice' })}
      allowClear
      value={value ?? undefined}
      loading={isPending}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
