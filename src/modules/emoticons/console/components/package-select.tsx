import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { pick } from '#kit/common/language.ts';
import { emoticonPackage } from '../../common/emoticon.contract.ts';
import './emoticons.css';

interface PackageSelectProps {
  id?: string;
  label?: string;
  value?: string | null | undefined;
  onChange?: (id: string) => void;
}

/** One of the packages. */
export function PackageSelect({ id, label, value, onChange }: PackageSelectProps): ReactElement {
  const [language] = useLanguage();
  const { data, isPending } = useRead(emoticonPackage.list, { pageNum: 1, pageSize: 1000 });
  return (
    <Select
      {...(id && { id })}
      {...(label && { 'aria-label': label, placeholder: label, className: 'em-choice' })}
      value={value ?? undefined}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
      onChange={(chosen: string | null) => chosen !== null && onChange?.(chosen)}
    />
  );
}
