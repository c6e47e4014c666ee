import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { changeApproval } from '../common/permissions.ts';
import { DelegateButton } from './components/delegate-button.tsx';
import { RequestPanel } from './components/request-panel.tsx';
import './components/approvals.css';

const tabs = ['waiting', 'mine', 'all', 'policy', 'bypassed'] as const;
type Tab = (typeof tabs)[number];

const PolicyPanel = later('policy-panel', async () => (await import('./components/policy-panel.tsx')).PolicyPanel);

/** Changes that wait for a second person, and the policies that make them wait. */
export default function ChangeApprovalPage(): ReactElement {
  const t = useT('approvals');
  const title = useCodeName(changeApproval.code);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'waiting';
  return (
    <PageFrame title={title} help={t(tab === 'policy' ? 'changePolicy.help' : 'changeRequest.help')} actions={<DelegateButton />}>
      <Segmented<Tab>
        className="wa-tabs"
        aria-label={t('tab.label')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        // Each tab has filters of its own.
        onChange={(next) => setSearch(next === 'waiting' ? {} : { tab: next })}
      />
      {tab === 'policy' ? <PolicyPanel /> : <RequestPanel key={tab} tab={tab} />}
    </PageFrame>
  );
}
