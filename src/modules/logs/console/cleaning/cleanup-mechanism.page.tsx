import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ArchivePanel } from './archive-panel.tsx';
import '../components/logs.css';
import './cleaning.css';
import { HoldPanel } from './hold-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { TargetPanel } from './target-panel.tsx';

const views = ['retention', 'holds', 'archives', 'targets'] as const;
type View = (typeof views)[number];

/** Retention of every kind of log, legal holds, archives and their places. */
export default function CleanupMechanismPage(): ReactElement {
  const t = useT('logs');
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'retention';
  return (
    <>
      <Segmented<View>
        className="wlc-views"
        aria-label={t('retention.view')}
        value={view}
        options={views.map((value) => ({ value, label: t(`cleaningView.${value}`) }))}
        onChange={(next) => setSearch(next === 'retention' ? {} : { view: next })}
      />
      {view === 'retention' && <RetentionPanel />}
      {view === 'holds' && <HoldPanel />}
      {view === 'archives' && <ArchivePanel />}
      {view === 'targets' && <TargetPanel />}
    </>
  );
}
