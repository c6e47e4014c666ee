import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { changeApproval } from '../common/permissions.ts';
import { DelegateButton } from './components/delegate-button.tsx';
import { RequestPanel } from './components/request-panel.tsx';
import './components/approvals.css';

const PolicyPanel = later('policy-panel', async () => (await import('./components/policy-panel.tsx')).PolicyPanel);

/** Changes that wait for a second person, and the policies that make them wait. */
export default function ChangeApprovalPage(): ReactElement {
  const t = useT('approvals');
  const title = useCodeName(changeApproval.code);
  const [search] = useSearchParams();
  const lists = (['waiting', 'mine', 'all'] as const).map((tab) => ({
    key: tab,
    label: t(`tab.${tab}`),
    children: <RequestPanel key={tab} tab={tab} />,
  }));
  return (
    <PageFrame
      title={title}
      help={t(search.get('tab') === 'policy' ? 'changePolicy.help' : 'changeRequest.help')}
      actions={<DelegateButton />}
    >
      <ViewTabs
        tabs={[
          ...lists,
          { key: 'policy', label: t('tab.policy'), children: <PolicyPanel /> },
          { key: 'bypassed', label: t('tab.bypassed'), children: <RequestPanel key="bypassed" tab="bypassed" /> },
        ]}
      />
    </PageFrame>
  );
}
