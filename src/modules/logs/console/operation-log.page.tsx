import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
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

const views = ['list', 'reads', 'seal', 'stream', 'saved'] as const;
type View = (typeof views)[number];
const subjects = { list: operation, reads: read, seal, stream, saved: savedSearch } as const;

/** What administrators did, newest first, and the seals that prove it. */
export default function OperationLogPage(): ReactElement {
  const t = useT('logs');
  const title = useCodeName(operationLog.code);
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'list';
  const words = useWords(subjects[view]);
  return (
    <PageFrame title={title} help={words.own('help')} actions={<UtcSwitch />}>
      <Segmented<View>
        className="wl-views"
        aria-label={t('view.title')}
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        // Each view has filters of its own.
        onChange={(next) => setSearch(next === 'list' ? {} : { view: next })}
      />
      <ReportFile />
      {view === 'list' && <OperationPanel />}
      {view === 'reads' && <ReadPanel />}
      {view === 'seal' && <SealPanel />}
      {view === 'stream' && <StreamPanel />}
      {view === 'saved' && <SavedPanel />}
    </PageFrame>
  );
}
