import { Input, Space } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { fieldOf } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import type { InputProps } from './input-props.ts';

/** A text in three languages, one line each; those left empty show the Chinese one. */
export function LocalInput({ id, name, words, value, onChange, disabled, facts }: InputProps): ReactElement {
  const t = useT('kit');
  const part = (language: Language): string => {
    const text = fieldOf(value, language);
    return typeof text === 'string' ? text : '';
  };
  const write = (language: Language, text: string): void => {
    const parts = { zh_CN: part('zh_CN'), en_US: part('en_US'), ja_JP: part('ja_JP'), [language]: text };
    const filled = languages.filter((one) => parts[one] !== '').map((one) => [one, parts[one]]);
    onChange?.(filled.length === 0 ? undefined : Object.fromEntries(filled));
  };
  return (
    <Space orientation="vertical" className="whk-local">
      {languages.map((language, at) => (
        <Input
          key={language}
          {...(at === 0 && id !== undefined && { id })}
          aria-label={`${words.field(name)}: ${t(`lang.${language}`)}`}
          lang={language.replace('_', '-')}
          prefix={<small>{t(`lang.${language}`)}</small>}
          placeholder={at === 0 ? '' : part('zh_CN') || t('lang.fallback')}
          maxLength={facts?.maxLength ?? 100}
          disabled={disabled}
          value={part(language)}
          onChange={(event) => write(language, event.target.value)}
        />
      ))}
    </Space>
  );
}
