import { Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

type Words = { zh_CN: string; en_US?: string | undefined; ja_JP?: string | undefined };

interface WordsProps {
  readonly label: string;
  readonly value: Words | undefined;
  readonly onChange: (value: Words | undefined) => void;
  readonly long?: boolean;
  readonly max?: number;
}

/** A text in three languages; the first is needed, and stands for those that are left empty. */
export function WordsInput({ label, value, onChange, long = false, max = 200 }: WordsProps): ReactElement {
  const kit = useT('kit');
  const write = (language: Language, text: string): void => {
    const next = {
      zh_CN: value?.zh_CN ?? '',
      ...(value?.en_US && { en_US: value.en_US }),
      ...(value?.ja_JP && { ja_JP: value.ja_JP }),
      [language]: text,
    };
    const filled = Object.fromEntries(Object.entries(next).filter(([, one]) => one !== ''));
    const first = filled['zh_CN'] ?? filled['en_US'] ?? filled['ja_JP'];
    onChange(first === undefined ? undefined : { ...filled, zh_CN: filled['zh_CN'] ?? first });
  };
  return (
    <fieldset className="tdd-words">
      <legend>{label}</legend>
      {languages.map((language) => {
        const shared = {
          'aria-label': `${label}: ${kit(`lang.${language}`)}`,
          maxLength: max,
          value: value?.[language] ?? '',
        };
        return long ? (
          <Input.TextArea key={language} rows={2} {...shared} onChange={({ target }) => write(language, target.value)} />
        ) : (
          <Input
            key={language}
            prefix={<small>{kit(`lang.${language}`)}</small>}
            {...shared}
            onChange={({ target }) => write(language, target.value)}
          />
        );
      })}
    </fieldset>
  );
}
