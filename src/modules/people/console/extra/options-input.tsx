import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import type { ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { extraLimits } from '../../common/extra/extra-fields.ts';
import './extra.css';

/** An option as it is being entered. */
export interface EnteredOption {
  value?: string;
  label?: Partial<Record<Language, string>>;
  enabled?: boolean;
}

interface OptionsInputProps {
  /** From the form. */
  id?: string;
  value?: readonly EnteredOption[];
  onChange?: (value: readonly EnteredOption[]) => void;
}

/** The options of a field: a value that is stored, and what it is called in each language. */
export function OptionsInput({ id, value = [], onChange }: OptionsInputProps): ReactElement {
  const t = useT('user-centre');
  const change = (at: number, option: EnteredOption): void => onChange?.(value.map((one, index) => (index === at ? option : one)));
  const move = (at: number, to: number): void => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(at, 1));
    onChange?.(next);
  };
  return (
    <div className="ux-entered" {...(id !== undefined && { id })}>
      {value.map((option, at) => (
        <div key={at} className="ux-option">
          <Line option={option} n={at + 1} onChange={(next) => change(at, next)} />
          <span className="ux-tools">
            <Checkbox
              checked={option.enabled !== false}
              aria-label={t('extra.option.enabledOf', { n: at + 1 })}
              title={t('extra.option.enabled')}
              onChange={(event) => change(at, { ...option, enabled: event.target.checked })}
            />
            <UpDown
              name={nameOf(option, at)}
              up={at === 0 ? undefined : () => move(at, at - 1)}
              down={at === value.length - 1 ? undefined : () => move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('extra.option.remove', { n: at + 1 })}
              title={t('extra.option.remove', { n: at + 1 })}
              onClick={() => onChange?.(value.filter((_, index) => index !== at))}
            />
          </span>
        </div>
      ))}
      <OffButton
        icon={<PlusOutlined aria-hidden="true" />}
        off={value.length >= extraLimits.options && 'most'}
        onClick={() => onChange?.([...value, { enabled: true }])}
      >
        {t('extra.option.add')}
      </OffButton>
    </div>
  );
}

const nameOf = ({ label, value }: EnteredOption, at: number): string => label?.zh_CN ?? value ?? String(at + 1);

function Line({ option, n, onChange }: { option: EnteredOption; n: number; onChange: (option: EnteredOption) => void }): ReactElement {
  const t = useT('user-centre');
  const kit = useT('kit');
  const write = (language: Language, text: string): void => {
    const { [language]: _before, ...others } = option.label ?? {};
    onChange({ ...option, label: text === '' ? others : { ...others, [language]: text } });
  };
  return (
    <>
      <Input
        aria-label={t('extra.option.valueOf', { n })}
        placeholder={t('extra.option.value')}
        maxLength={64}
        value={option.value ?? ''}
        onChange={(event) => onChange({ ...option, value: event.target.value })}
      />
      {languages.map((language) => (
        <Input
          key={language}
          lang={language.replace('_', '-')}
          aria-label={`${t('extra.option.labelOf', { n })}: ${kit(`lang.${language}`)}`}
          placeholder={kit(`lang.${language}`)}
          maxLength={100}
          value={option.label?.[language] ?? ''}
          onChange={(event) => write(language, event.target.value)}
        />
      ))}
    </>
  );
}
