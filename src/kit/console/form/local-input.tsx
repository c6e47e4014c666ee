import { Input, Space } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { productConfig } from '../boot/page-meta.ts';
import { fieldOf } from '../call/call-error.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import type { InputProps } from './input-props.ts';

/** A text that may be longer than this is written on several lines. */
const longestLine = 500;

/**
 * A text in three languages, one line each, or several where it may be long. That of the installation (of the reader, where none is set) comes first and alone must be filled:
 * others that are left empty show it; the one that every stored text has (Chinese) is then written as it.
 */
export function LocalInput({ id, name, words, value, onChange, disabled, facts }: InputProps): ReactElement {
  const t = useT('kit');
  const part = (language: Language): string => {
    const text = fieldOf(value, language);
    return typeof text === 'string' ? text : '';
  };
  const [reading] = useLanguage();
  const main = productConfig().mainLanguage || reading;
  const order = [main, ...languages.filter((one) => one !== main)];
  const most = facts?.maxLength ?? 100;
  const base: Language = 'zh_CN';
  const follows = main !== base && (part(base) === '' || part(base) === part(main));
  const write = (language: Language, text: string): void => {
    const parts = { zh_CN: part('zh_CN'), en_US: part('en_US'), ja_JP: part('ja_JP'), [language]: text };
    if ((language === main && follows) || parts[base] === '') parts[base] = parts[main];
    const filled = languages.filter((one) => parts[one] !== '').map((one) => [one, parts[one]]);
    onChange?.(filled.length === 0 ? undefined : Object.fromEntries(filled));
  };
  return (
    <Space orientation="vertical" className="whk-local">
      {order.map((language, at) => {
        const shared = {
          ...(at === 0 && id !== undefined && { id }),
          'aria-label': `${words.field(name)}: ${t(`lang.${language}`)}`,
          lang: language.replace('_', '-'),
          placeholder: at === 0 ? '' : part(main) || part(base) || t('lang.fallback', { language: t(`lang.${main}`) }),
          maxLength: most,
          disabled,
          value: language === base && follows ? '' : part(language),
        };
        const said = <small>{t(`lang.${language}`)}</small>;
        return most > longestLine ? (
          <div key={language} className="whk-local-long">
            {said}
            <Input.TextArea {...shared} rows={at === 0 ? 4 : 2} onChange={({ target }) => write(language, target.value)} />
          </div>
        ) : (
          <Input key={language} {...shared} prefix={said} onChange={({ target }) => write(language, target.value)} />
        );
      })}
    </Space>
  );
}
