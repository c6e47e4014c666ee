import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/page/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { bindingList } from '../common/binding.contract.ts';
import { BindingPanel } from './components/binding-panel.tsx';

/** Bindings and requests for them; requests come first while there are any. */
export default function UserBindingPage(): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(bindingList, { state: 'pending', pageSize: 1 });
  if (!data) return null;
  const tabs = [
    { key: 'pending', label: t('tab.pending', { count: data.total }), children: <BindingPanel key="pending" state="pending" /> },
    { key: 'bound', label: t('tab.bound'), children: <BindingPanel key="bound" state="bound" /> },
    { key: 'unbound', label: t('tab.unbound'), children: <BindingPanel key="unbound" state="unbound" /> },
  ];
  return <ViewTabs tabs={data.total > 0 ? tabs : [tabs[1]!, tabs[0]!, tabs[2]!]} />;
}
