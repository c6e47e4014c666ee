import { Button, Form, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import type { Input as InputOf } from '#kit/common/contract.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import {
  mailTemplateFull,
  mailTemplateGet,
  mailTemplateList,
  mailTemplatePreview,
  mailTemplateSave,
  type MailTemplateFull,
  type MailTextDraft,
} from '../../common/mail-template.contract.ts';
import { mailTemplate } from '../subjects.ts';
import { LanguageChoice, Previewed } from './template-preview.tsx';
import { Labelled } from './servers-input.tsx';

interface TemplateEditorProps {
  template: MailTemplateFull;
  onClose: () => void;
}

const textsIn = (stored: unknown) => ({ ...mailTemplateFull.parse(stored).texts });

/** Writes the texts of a mail in each language; a preview shows what is typed. */
export function TemplateEditor({ template, onClose }: TemplateEditorProps): ReactElement {
  const [reading] = useLanguage();
  const [language, setLanguage] = useState<Language>(reading);
  return (
    <DrawerForm
      subject={mailTemplate}
      title={template.title}
      width={880}
      endpoint={mailTemplateSave}
      initial={{ ...template.texts }}
      target={{ id: template.id, version: template.version }}
      input={(parts) => ({ texts: parts }) as InputOf<typeof mailTemplateSave>}
      valuesOf={textsIn}
      invalidates={[mailTemplateList, mailTemplateGet, mailTemplatePreview]}
      onClose={onClose}
    >
      <div className="mail-editor">
        <LanguageChoice value={language} onChange={setLanguage} />
        {languages.map((one) => (
          <Form.Item key={one} name={one} hidden={one !== language}>
            <TextInput template={template} language={one} />
          </Form.Item>
        ))}
      </div>
    </DrawerForm>
  );
}

interface TextInputProps {
  template: MailTemplateFull;
  language: Language;
  /** From the form. */
  id?: string;
  value?: MailTextDraft;
  onChange?: (value: MailTextDraft) => void;
}

const parts = ['subject', 'html', 'text'] as const;

/** One language of a mail: subject, both bodies, the placeholders, and how it looks. */
function TextInput({ template, language, id, value, onChange }: TextInputProps): ReactElement {
  const t = useT('mail');
  const words = useWords(mailTemplate);
  const [at, setAt] = useState<(typeof parts)[number]>('html');
  const [previewed, setPreviewed] = useState<MailTextDraft>();
  const text = value ?? template.texts[language];
  const write = (part: Partial<MailTextDraft>): void => onChange?.({ ...text, ...part });
  return (
    <div id={id} className="mail-test" tabIndex={-1}>
      <Labelled label={words.field('subject')} wide>
        {(field) => (
          <Input
            id={field}
            value={text.subject}
            maxLength={200}
            onFocus={() => setAt('subject')}
            onChange={({ target }) => write({ subject: target.value })}
          />
        )}
      </Labelled>
      {(['html', 'text'] as const).map((part) => (
        <Labelled key={part} label={words.field(part)} wide>
          {(field) => (
            <Input.TextArea
              id={field}
              className="mail-source"
              rows={part === 'html' ? 10 : 7}
              value={text[part]}
              onFocus={() => setAt(part)}
              onChange={({ target }) => write({ [part]: target.value })}
            />
          )}
        </Labelled>
      ))}
      <section className="mail-placeholders" aria-label={t('template.placeholders')}>
        <strong>{t('template.placeholders')}</strong>
        {template.placeholders.map(({ name, title }) => (
          <Button key={name} size="small" title={title} onClick={() => write({ [at]: `${text[at]}{{${name}}}` })}>
            {t('template.insert', { name: `{{${name}}}` })} <span className="mail-soft">{title}</span>
          </Button>
        ))}
      </section>
      <div className="mail-tools">
        <Button onClick={() => onChange?.(template.shipped[language])}>{t('template.useShipped')}</Button>
        <Button onClick={() => setPreviewed(text)}>{t('template.preview')}</Button>
      </div>
      {previewed && <Previewed id={template.id} language={language} text={previewed} />}
    </div>
  );
}
