import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { warningPage } from '../common/permissions.ts';
import { OpenPanel } from './components/open-panel.tsx';
import './components/warnings.css';

const tabs = ['open', 'rules', 'persons', 'silences', 'history'] as const;
type Tab = (typeof tabs)[number];

const waiting = <WaitingForm lines={6} />;
const RulesPanel = later('warning-rules', async () => (await import('./components/rules-panel.tsx')).RulesPanel, waiting);
const PersonsPanel = later('notice-persons', async () => (await import('./components/persons-panel.tsx')).PersonsPanel, waiting);
const SilencesPanel = later('warning-silences', async () => (await import('./components/silences-panel.tsx')).SilencesPanel, waiting);
const HistoryPanel = later('warning-history', async () => (await import('./components/history-panel.tsx')).HistoryPanel, waiting);

/** What is wrong now, by which rules, and who is told. */
export default function WarningPage(): ReactElement {
  const t = useT('warnings');
  const title = useCodeName(warningPage.code);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'open';
  return (
    <PageFrame title={title} help={t('warning.help')}>
      <div className="ww-tabs">
        <Segmented<Tab>
          aria-label={t('tab.title')}
          value={tab}
          options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          // Each tab has filters of its own.
          onChange={(next) => setSearch(next === 'open' ? {} : { tab: next })}
        />
      </div>
      {tab === 'open' && <OpenPanel />}
      {tab === 'rules' && <RulesPanel />}
      {tab === 'persons' && <PersonsPanel />}
      {tab === 'silences' && <SilencesPanel />}
      {tab === 'history' && <HistoryPanel />}
    </PageFrame>
  );
}
