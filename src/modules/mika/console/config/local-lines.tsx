import { Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

type Texts = Partial<Record<Language, string>>;

interface LocalLinesProps {
  readonly label: string;
  readonly value: Texts | undefined;
  readonly onChange: (value: Texts) => void;
  /** Several lines each. */
  readonly long?: boolean;
}

/** A text in three languages within a larger input. */
export function LocalLines({ label, value = {}, onChange, long = false }: LocalLinesProps): ReactElement {
  const kit = useT('kit');
  const write = (language: Language, text: string): void => {
    const next = { ...value, [language]: text };
    if (language !== 'zh_CN' && text === '') delete next[language];
    onChange(next);
  };
  return (
    <div className="mika-field">
      <small>{label}</small>
      {languages.map((language) => {
        const shared = {
          'aria-label': `${label}: ${kit(`lang.${language}`)}`,
          lang: language.replace('_', '-'),
          value: value[language] ?? '',
        };
        return long ? (
          <Input.TextArea
            key={language}
            {...shared}
            placeholder={kit(`lang.${language}`)}
            rows={2}
            onChange={({ target }) => write(language, target.value)}
          />
        ) : (
          <Input
            key={language}
            {...shared}
            prefix={<small>{kit(`lang.${language}`)}</small>}
            onChange={({ target }) => write(language, target.value)}
          />
        );
      })}
    </div>
  );
}
