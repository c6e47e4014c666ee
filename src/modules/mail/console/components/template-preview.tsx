import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { mailTemplatePreview, type MailTextDraft } from '../../common/mail-template.contract.ts';
import { mailTemplate } from '../subjects.ts';
import { HtmlPreview } from './html-preview.tsx';
import './mail.css';

/** Chooses a language. */
export function LanguageChoice({ value, onChange }: { value: Language; onChange: (language: Language) => void }): ReactElement {
  const words = useWords(mailTemplate);
  return (
    <Segmented<Language>
      className="mail-languages"
      value={value}
      options={languages.map((one) => ({ value: one, label: words.value('changed', one) }))}
      onChange={onChange}
    />
  );
}

/** A stored mail with examples, in the language one chooses. */
export function TemplatePreview({ id }: { id: string }): ReactElement {
  const [reading] = useLanguage();
  const [language, setLanguage] = useState<Language>(reading);
  return (
    <div className="mail-test">
      <LanguageChoice value={language} onChange={setLanguage} />
      <Previewed id={id} language={language} />
    </div>
  );
}

/** A mail with examples: of what is stored, or of a text that is not saved yet. */
export function Previewed({ id, language, text }: { id: string; language: Language; text?: MailTextDraft }): ReactElement {
  const read = useRead(mailTemplatePreview, { id, language, ...(text && { text }) });
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  return read.data ? <Shown mail={read.data} /> : <WaitingForm lines={5} />;
}

function Shown({ mail }: { mail: Reply<typeof mailTemplatePreview> }): ReactElement {
  const t = useT('mail');
  return (
    <section className="mail-preview" aria-label={t('template.preview')}>
      <strong>{mail.subject}</strong>
      <HtmlPreview html={mail.html} />
      <h3>{t('template.previewText')}</h3>
      <pre>{mail.text}</pre>
    </section>
  );
}
