import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ReportPanel } from './report-panel.tsx';
import { SearchPanel } from './search-panel.tsx';

/** Saved searches, and the reports that are made of them. */
export function SavedPanel(): ReactElement {
  const t = useT('logs');
  return (
    <>
      <h2 className="wl-saved-title">{t('saved.searches')}</h2>
      <SearchPanel />
      <h2 className="wl-saved-title">{t('saved.reports')}</h2>
      <ReportPanel />
    </>
  );
}
