import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Phrases } from '../../common/fields.ts';
import type { InputOf } from './input-of.ts';
import '../mika.css';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Sentences by language, one a line. */
export function PhrasesInput({ value, onChange, id }: InputOf<Partial<Phrases>>): ReactElement {
  const t = useT('mika');
  const kit = useT('kit');
  // What is typed keeps its empty lines while one writes.
  const [typed, setTyped] = useState<Partial<Record<Language, string>>>({});
  return (
    <div id={id} className="mika-lines">
      <small>{t('phrases.hint')}</small>
      {languages.map((language) => (
        <div key={language} className="mika-field">
          <small>{kit(`lang.${language}`)}</small>
          <Input.TextArea
            aria-label={t('phrases.of', { language: kit(`lang.${language}`) })}
            lang={language.replace('_', '-')}
            rows={language === 'zh_CN' ? 4 : 3}
            value={typed[language] ?? (value?.[language] ?? []).join('\n')}
            onChange={({ target }) => {
              setTyped({ ...typed, [language]: target.value });
              onChange?.({ ...value, [language]: linesOf(target.value) });
            }}
          />
        </div>
      ))}
    </div>
  );
}

/** A list of texts, one a line. */
export function LinesInput({ value = [], onChange, id, ...named }: InputOf<string[]> & { 'aria-label'?: string }): ReactElement {
  const [typed, setTyped] = useState<string>();
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      aria-label={named['aria-label']}
      rows={3}
      value={typed ?? value.join('\n')}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(linesOf(target.value));
      }}
    />
  );
}
