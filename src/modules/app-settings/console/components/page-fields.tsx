import { Checkbox, Input } from 'antd';
import type { ReactElement } from 'react';
import type { LocalDraft } from '#kit/common/language.ts';
import { LocalInput } from '#kit/console/form/local-input.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { subject, useWords } from '#kit/console/page/subject.ts';
import type { LoginPageContent } from '../../common/document.contract.ts';
import { PictureInput } from './picture-input.tsx';
import './settings.css';

interface PageFieldsProps {
  appId: string;
  content: LoginPageContent;
  onChange: (content: LoginPageContent) => void;
}

const texts = ['title', 'slogan', 'footer'] as const;
const most = { title: 60, slogan: 120, footer: 300 } as const;
const pictures = ['logoId', 'backgroundId', 'darkBackgroundId'] as const;

const page = subject('app-settings', 'loginPage');
const noText: LocalDraft = { zh_CN: '' };

interface TextsProps {
  name: string;
  most: number;
  value: LocalDraft | null;
  onChange: (text: LocalDraft | null) => void;
}

/** A text in three languages; none where nothing is typed. */
function Texts({ name, most: maxLength, value, onChange }: TextsProps): ReactElement {
  const words = useWords(page);
  return (
    <LocalInput
      id={`login-page-${name}`}
      name={name}
      words={words}
      facts={{ required: false, type: 'object', maxLength }}
      value={value ?? undefined}
      onChange={(text: unknown) => onChange(isText(text) ? { ...noText, ...text } : null)}
    />
  );
}

const isText = (text: unknown): text is Partial<LocalDraft> => typeof text === 'object' && text !== null;

/** Texts, pictures and agreement of a login page. */
export function PageFields({ appId, content, onChange }: PageFieldsProps): ReactElement {
  const t = useT('app-settings');
  const { agreement } = content;
  const agree = (part: Partial<NonNullable<LoginPageContent['agreement']>>): void => {
    const next = { title: noText, address: '', mustAccept: true, ...agreement, ...part };
    onChange({ ...content, agreement: next.title.zh_CN.trim() === '' && next.address.trim() === '' ? null : next });
  };
  return (
    <>
      {texts.map((name) => (
        <fieldset key={name} className="settings-field">
          <legend>{t(`loginPage.field.${name}`)}</legend>
          <Texts name={name} most={most[name]} value={content[name]} onChange={(text) => onChange({ ...content, [name]: text })} />
        </fieldset>
      ))}
      {pictures.map((name) => (
        <fieldset key={name} className="settings-field">
          <legend>{t(`loginPage.field.${name}`)}</legend>
          <PictureInput
            appId={appId}
            label={t(`loginPage.field.${name}`)}
            value={content[name]}
            onChange={(fileId) => onChange({ ...content, [name]: fileId })}
          />
        </fieldset>
      ))}
      <fieldset className="settings-field">
        <legend>{t('loginPage.agreementTitle')}</legend>
        <Texts name="agreement" most={60} value={agreement?.title ?? null} onChange={(title) => agree({ title: title ?? noText })} />
        <Input
          aria-label={t('loginPage.agreementAddress')}
          placeholder="https://"
          maxLength={500}
          value={agreement?.address ?? ''}
          onChange={({ target }) => agree({ address: target.value })}
        />
        {agreement && (
          <Checkbox checked={agreement.mustAccept} onChange={({ target }) => agree({ mustAccept: target.checked })}>
            {t('loginPage.mustAccept')}
          </Checkbox>
        )}
      </fieldset>
    </>
  );
}
