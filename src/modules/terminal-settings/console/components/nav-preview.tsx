import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { navQuery, type NavEntry, type NavView } from '../../common/nav.contract.ts';
import { NavIcon } from './nav-icon.tsx';

interface NavPreviewProps {
  view: NavView;
  entries: readonly NavEntry[];
  /** What stands here is what is saved: the server can say what a person sees of it. */
  saved: boolean;
}

/** The navigation as a phone or desktop draws it, in each language, also as one person sees it. */
export function NavPreview({ view, entries, saved }: NavPreviewProps): ReactElement {
  const t = useT('terminal-settings');
  const kit = useT('kit');
  const [own] = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const [person, setPerson] = useState<string>();
  const { platform } = view;
  const asked = useRead(
    navQuery,
    { platform, ...(person !== undefined && { asPerson: person }) },
    { enabled: person !== undefined && saved },
  );
  const visible = person !== undefined && saved ? asked.data?.visible : undefined;
  const shown = entries.filter(({ code, enabled }) => enabled && (!visible || visible.includes(code)));
  const desktop = platform === 4 || platform === 5;
  return (
    <section className="ts-card" aria-label={t('nav.preview')}>
      <header>
        <h3>{t('nav.preview')}</h3>
        <Segmented<Language>
          size="small"
          aria-label={t('nav.language')}
          value={language}
          options={languages.map((value) => ({ value, label: kit(`lang.${value}`) }))}
          onChange={setLanguage}
        />
      </header>
      <EmployeePicker
        aria-label={t('nav.asPerson')}
        placeholder={t('nav.asPerson')}
        value={person}
        disabled={!saved}
        onChange={(picked) => setPerson(typeof picked === 'string' ? picked : undefined)}
      />
      {!saved && <p className="ts-soft">{t('nav.saveFirst')}</p>}
      <div
        className={desktop ? 'ts-desktop' : 'ts-phone'}
        role="img"
        aria-label={shown.map(({ name }) => pick(name, language)).join(' · ')}
      >
        <div className="ts-screen">
          {shown.some(({ landing }) => landing) && (
            <span className="ts-soft">{pick(shown.find(({ landing }) => landing)?.name ?? {}, language)}</span>
          )}
        </div>
        <div className="ts-bar">
          {shown.map((entry) => (
            <span key={entry.code} className="ts-bar-entry" data-selected={entry.landing}>
              <span className="ts-bar-icon" data-badge={entry.badge !== 'none'}>
                <NavIcon entry={entry} icons={view.icons} selected={entry.landing} />
              </span>
              <small lang={language.replace('_', '-')}>{pick(entry.name, language)}</small>
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}
