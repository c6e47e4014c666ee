import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { configPage } from '../common/permissions.ts';
import { Areas } from './components/areas.tsx';
import './config.css';

const Bundles = later('config-bundles', async () => (await import('./components/bundles.tsx')).Bundles, <WaitingRows />);
const PlanTab = later('config-plan', async () => (await import('./components/plan-tab.tsx')).PlanTab, <WaitingRows />);
const Plans = later('config-plans', async () => (await import('./components/plans.tsx')).Plans, <WaitingRows />);
const Drift = later('config-drift', async () => (await import('./components/drift.tsx')).Drift, <WaitingRows />);

/** The configuration as reproducible text: areas, bundles, plans and what drifts. */
export default function ConfigPage(): ReactElement {
  const t = useT('config-as-code');
  const title = useCodeName(configPage.code);
  return (
    <PageFrame title={title} help={t('area.help')}>
      <DetailTabs
        tabs={[
          { key: 'areas', label: t('tab.areas'), children: <Areas /> },
          { key: 'export', label: t('tab.export'), children: <Bundles /> },
          { key: 'plan', label: t('tab.plan'), children: <PlanTab /> },
          { key: 'history', label: t('tab.history'), children: <Plans /> },
          { key: 'drift', label: t('tab.drift'), children: <Drift /> },
        ]}
      />
    </PageFrame>
  );
}
