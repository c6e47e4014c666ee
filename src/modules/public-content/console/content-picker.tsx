import { Select, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { ContentRef } from '../common/content-ref.ts';
import { contentList } from '../common/material.contract.ts';
import { contentKinds, type ContentKind } from '../common/words.ts';
import './content.css';

interface ContentPickerProps {
  snoId: string;
  value?: ContentRef | null | undefined;
  onChange?: (value: ContentRef | null) => void;
  /** Kinds that may be chosen; all unless said. */
  kinds?: readonly ContentKind[];
  id?: string;
  disabled?: boolean;
}

/** Chooses content of an account: its kind, then one of it by name. What is not published can't be chosen. */
export function ContentPicker({ snoId, value, onChange, kinds = contentKinds, id, disabled = false }: ContentPickerProps): ReactElement {
  const t = useT('public-content');
  const [language] = useLanguage();
  const [chosenKind, setKind] = useState<ContentKind>();
  const kind = chosenKind ?? value?.kind ?? kinds[0]!;
  const [typed, setTyped] = useState('');
  const text = useSettled(typed);
  const { data, isPending } = useRead(contentList, { snoId, kind, ...(text !== '' && { text }) });
  const chosen = value?.kind === kind ? value.id : undefined;
  const named = useRead(contentList, { snoId, kind, ids: [chosen ?? ''] }, { enabled: chosen !== undefined });
  const list = data?.list ?? [];
  const more = (named.data?.list ?? []).filter((one) => !list.some((other) => other.id === one.id));
  return (
    <Space.Compact className="mpm-picker" block>
      <Select<ContentKind>
        className="mpm-picker-kind"
        aria-label={t('picker.kind')}
        disabled={disabled || kinds.length === 1}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={(next) => {
          setKind(next);
          onChange?.(null);
        }}
      />
      <Select<string>
        className="mpm-picker-content"
        {...(id !== undefined && { id })}
        aria-label={t('picker.choose')}
        placeholder={t('picker.choose')}
        disabled={disabled}
        loading={isPending}
        allowClear
        showSearch={{ filterOption: false, onSearch: setTyped }}
        {...(chosen !== undefined && { value: chosen })}
        options={[...more, ...list].map((one) => {
          const name = pick(one.name, language).slice(0, 100);
          return { value: one.id, label: one.ready ? name : t('picker.notReady', { name }), disabled: !one.ready };
        })}
        onChange={(next: string | undefined) => onChange?.(next === undefined ? null : { kind, id: next })}
      />
    </Space.Compact>
  );
}
