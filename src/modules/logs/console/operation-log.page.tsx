import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { operationLog } from '../common/permissions.ts';
import './components/logs.css';
import { OperationPanel } from './components/operation-panel.tsx';
import { UtcSwitch } from './components/utc-switch.tsx';
import { ReportFile } from './saved/report-file.tsx';
import { operation, read, savedSearch, seal, stream } from './subjects.ts';

// Few open more than the list.
const ReadPanel = later('log-reads', async () => (await import('./components/read-panel.tsx')).ReadPanel);
const SealPanel = later('log-seals', async () => (await import('./components/seal/seal-panel.tsx')).SealPanel);
const StreamPanel = later('log-streams', async () => (await import('./components/stream-panel.tsx')).StreamPanel);
const SavedPanel = later('log-saved', async () => (await import('./saved/saved-panel.tsx')).SavedPanel);

const panels = {
  list: <OperationPanel />,
  reads: <ReadPanel />,
  seal: <SealPanel />,
  stream: <StreamPanel />,
  saved: <SavedPanel />,
} as const;
const views = ['list', 'reads', 'seal', 'stream', 'saved'] as const;
const subjects = { list: operation, reads: read, seal, stream, saved: savedSearch } as const;

/** What administrators did, newest first, and the seals that prove it. */
export default function OperationLogPage(): ReactElement {
  const t = useT('logs');
  const title = useCodeName(operationLog.code);
  const [search] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'list';
  const words = useWords(subjects[view]);
  return (
    <PageFrame title={title} help={words.own('help')} actions={<UtcSwitch />}>
      <ReportFile />
      <ViewTabs name="view" tabs={views.map((key) => ({ key, label: t(`view.${key}`), children: panels[key] }))} />
    </PageFrame>
  );
}
