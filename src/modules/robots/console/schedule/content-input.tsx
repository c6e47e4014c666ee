import { Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import type { LocalDraft } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { ScheduleContent } from '../../common/schedule/schedule.contract.ts';

interface ContentInputProps {
  id?: string;
  value?: ScheduleContent;
  onChange?: (value: ScheduleContent) => void;
  disabled?: boolean;
}

type Kind = ScheduleContent['kind'];
const kinds: readonly Kind[] = ['text', 'markdown', 'interface'];

const textIn = (content: ScheduleContent | undefined): LocalDraft =>
  content === undefined ? { zh_CN: '' } : content.kind === 'interface' ? content.template : content.text;

/** What a schedule posts: a text, or the data of an interface in a template. */
export function ContentInput({ id, value, onChange, disabled = false }: ContentInputProps): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const kind: Kind = value?.kind ?? 'text';
  const text = textIn(value);
  const write = (next: LocalDraft, as: Kind = kind): void => {
    if (as !== 'interface') return onChange?.({ kind: as, text: next });
    const before = value?.kind === 'interface' ? value : { path: '', skipEmpty: true };
    return onChange?.({ kind: 'interface', path: before.path, template: next, skipEmpty: before.skipEmpty });
  };
  // One text for all languages: groups have none of their own.
  const shown = text[language] ?? text.zh_CN;
  return (
    <div className="rb-content">
      <Select<Kind>
        {...(id !== undefined && { id })}
        aria-label={t('robotSchedule.field.content')}
        disabled={disabled}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: t(`schedule.kind.${one}`) }))}
        onChange={(as) => write(text, as)}
      />
      {value?.kind === 'interface' && (
        <Input
          aria-label={t('schedule.path')}
          placeholder={t('schedule.path')}
          disabled={disabled}
          maxLength={200}
          value={value.path}
          onChange={({ target }) => onChange?.({ ...value, path: target.value.trim() })}
        />
      )}
      <Input.TextArea
        aria-label={kind === 'interface' ? t('schedule.template') : t(`schedule.kind.${kind}`)}
        disabled={disabled}
        rows={4}
        maxLength={kind === 'markdown' ? 5000 : 2000}
        showCount
        value={shown}
        onChange={({ target }) => write({ zh_CN: target.value })}
      />
      {value?.kind === 'interface' && (
        <>
          <small>{t('schedule.templateHint')}</small>
          <Checkbox
            disabled={disabled}
            checked={value.skipEmpty}
            onChange={({ target }) => onChange?.({ ...value, skipEmpty: target.checked })}
          >
            {t('schedule.skipEmpty')}
          </Checkbox>
        </>
      )}
    </div>
  );
}
