import { Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { Labelled } from './servers-input.tsx';

type Footer = Partial<Record<Language, string | undefined>>;

interface FooterInputProps {
  /** From the form. */
  id?: string;
  value?: Footer;
  disabled?: boolean;
  onChange?: (value: Footer) => void;
}

/** What stands below every mail, in each language. */
export function FooterInput({ id, value = {}, disabled = false, onChange }: FooterInputProps): ReactElement {
  const words = useWords();
  return (
    <div id={id} className="mail-footers" tabIndex={-1}>
      {languages.map((language) => (
        <Labelled key={language} label={words.value('language', language)} wide>
          {(field) => (
            <Input.TextArea
              id={field}
              rows={2}
              maxLength={1000}
              lang={language.replace('_', '-')}
              disabled={disabled}
              value={value[language] ?? ''}
              onChange={({ target }) => onChange?.({ ...value, [language]: target.value || undefined })}
            />
          )}
        </Labelled>
      ))}
    </div>
  );
}
