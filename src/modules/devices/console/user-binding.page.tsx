import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { bindingList } from '../common/binding.contract.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { later } from '#kit/console/shell/later.tsx';
import { BindingPanel } from './components/binding-panel.tsx';
import { UnbindPanel } from './components/unbind-panel.tsx';

const DeviceDrawer = later('device-drawer', async () => (await import('./components/device-drawer.tsx')).DeviceDrawer);

/** Bindings and requests for them; requests come first while there are any. */
export default function UserBindingPage(): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(bindingList, { state: 'pending', pageSize: 1 });
  if (!data) return null;
  const tabs = [
    { key: 'pending', label: t('tab.pending', { count: data.total }), children: <BindingPanel key="pending" state="pending" /> },
    { key: 'bound', label: t('tab.bound'), children: <BindingPanel key="bound" state="bound" /> },
    { key: 'unbound', label: t('tab.unbound'), children: <UnboundBindings key="unbound" /> },
  ];
  return <ViewTabs tabs={data.total > 0 ? tabs : [tabs[1]!, tabs[0]!, tabs[2]!]} />;
}

function UnboundBindings(): ReactElement {
  const chosen = useChosen();
  return (
    <>
      <UnbindPanel onOpen={(row) => chosen.show(row.deviceId)} />
      {chosen.id !== undefined && <DeviceDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}
