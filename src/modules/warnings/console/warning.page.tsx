import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { warningPage } from '../common/permissions.ts';
import { OpenPanel } from './components/open-panel.tsx';
import './components/warnings.css';

const waiting = <WaitingForm lines={6} />;
const RulesPanel = later('warning-rules', async () => (await import('./components/rules-panel.tsx')).RulesPanel, waiting);
const PersonsPanel = later('notice-persons', async () => (await import('./components/persons-panel.tsx')).PersonsPanel, waiting);
const SilencesPanel = later('warning-silences', async () => (await import('./components/silences-panel.tsx')).SilencesPanel, waiting);
const HistoryPanel = later('warning-history', async () => (await import('./components/history-panel.tsx')).HistoryPanel, waiting);

/** What is wrong now, by which rules, and who is told. */
export default function WarningPage(): ReactElement {
  const t = useT('warnings');
  const title = useCodeName(warningPage.code);
  return (
    <PageFrame title={title} help={t('warning.help')}>
      <ViewTabs
        tabs={[
          { key: 'open', label: t('tab.open'), children: <OpenPanel /> },
          { key: 'rules', label: t('tab.rules'), children: <RulesPanel /> },
          { key: 'persons', label: t('tab.persons'), children: <PersonsPanel /> },
          { key: 'silences', label: t('tab.silences'), children: <SilencesPanel /> },
          { key: 'history', label: t('tab.history'), children: <HistoryPanel /> },
        ]}
      />
    </PageFrame>
  );
}
