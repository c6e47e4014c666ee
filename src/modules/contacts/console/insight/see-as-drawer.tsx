import { Alert, Drawer, Segmented, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { languageNames } from '#kit/console/login/login-frame.tsx';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Requested } from '../components/rule-impact.tsx';
import '../components/contacts.css';
import { SeenDirectory } from './seen-directory.tsx';

/** A draft goes along in the address of each call, which takes no more. */
const longestDraft = 10_000;

interface SeeAsDrawerProps {
  empId?: string | undefined;
  onPerson?: (id: string | undefined) => void;
  request?: Requested;
  onClose: () => void;
}

/** The directory as somebody sees it on a terminal, answered by the same code, also with a change that is not saved yet. */
export function SeeAsDrawer({ empId, onPerson, request, onClose }: SeeAsDrawerProps): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const [onScreen] = useLanguage();
  const narrow = useNarrow();
  const picker = useId();
  const [chosen, setChosen] = useState(empId);
  const [language, setLanguage] = useState<Language>(onScreen);
  const draft = request && JSON.stringify(request);
  const tooLong = draft !== undefined && encodeURIComponent(draft).length > longestDraft;
  const [withChange, setWithChange] = useState(!tooLong);
  const choose = (id: string | undefined): void => {
    setChosen(id);
    onPerson?.(id);
  };
  const seeing = chosen === undefined ? undefined : { asEmpId: chosen, language, ...(draft && withChange && !tooLong && { draft }) };
  return (
    <Drawer open size={narrow ? '100%' : 860} title={t('see.title')} closable={{ 'aria-label': kit('form.close') }} onClose={onClose}>
      <p className="contacts-soft">{t('see.help')}</p>
      <div className="see-tools">
        <label htmlFor={picker}>{t('see.who')}</label>
        <EmployeePicker id={picker} value={chosen ?? null} onChange={(id) => choose(typeof id === 'string' ? id : undefined)} />
        <Select<Language>
          aria-label={t('see.language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={setLanguage}
        />
        {draft !== undefined && !tooLong && (
          <Segmented<'saved' | 'change'>
            aria-label={t('see.rules')}
            value={withChange ? 'change' : 'saved'}
            options={(['saved', 'change'] as const).map((value) => ({ value, label: t(`see.${value}`) }))}
            onChange={(value) => setWithChange(value === 'change')}
          />
        )}
      </div>
      {tooLong && <Alert type="warning" showIcon title={t('see.tooLong')} />}
      {seeing ? <SeenDirectory key={seeing.asEmpId} seeing={seeing} /> : <EmptyState title={t('see.choose')} hint={t('see.chooseHint')} />}
    </Drawer>
  );
}
