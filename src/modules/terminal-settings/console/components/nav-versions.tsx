import { useState, type ReactElement } from 'react';
import { Button } from 'antd';
import type { Endpoint } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { HistoryDrawer } from '#kit/console/change/history-drawer.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { navRollback, type NavView } from '../../common/nav.contract.ts';
import { navSubject } from '../subjects.ts';

interface NavVersionsProps {
  view: NavView;
  readings: readonly Endpoint[];
}

/** What was published before, with the way back, and the history of every change. */
export function NavVersions({ view, readings }: NavVersionsProps): ReactElement {
  const t = useT('terminal-settings');
  const kit = useT('kit');
  const [language] = useLanguage();
  const [history, setHistory] = useState(false);
  const { platform, version, old } = view;
  const name = t(`platform.${platform}`);
  return (
    <section className="ts-card" aria-label={t('nav.former')}>
      <header>
        <h3>{t('nav.former')}</h3>
        <Button onClick={() => setHistory(true)}>{kit('history.title')}</Button>
      </header>
      {old.length === 0 && <p className="ts-soft">{t('nav.noFormer')}</p>}
      <ul className="ts-versions">
        {old.map(({ navVersion, publishedAt, entries }) => (
          <li key={navVersion}>
            <strong>{t('nav.version', { n: navVersion })}</strong>
            <span>{timeText(publishedAt, language)}</span>
            <span className="ts-soft ts-grow">{entries.map((entry) => pick(entry.name, language)).join(' · ')}</span>
            <ActionButton
              size="small"
              danger={false}
              endpoint={navRollback}
              input={{ platform, version, navVersion }}
              names={[`${name} · ${t('nav.version', { n: navVersion })}`]}
              invalidates={readings}
            />
          </li>
        ))}
      </ul>
      {history && <HistoryDrawer title={name} subject={navSubject} kind="nav" objectId={view.id} onClose={() => setHistory(false)} />}
    </section>
  );
}
