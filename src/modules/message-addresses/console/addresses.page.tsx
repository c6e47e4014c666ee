import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { addressPage } from '../common/permissions.ts';
import { AddressPanel } from './components/address-panel.tsx';
import { EnginePanel } from './components/engine-panel.tsx';
import { OnlinePanel } from './components/online-panel.tsx';
import { PushPanel } from './components/push-panel.tsx';

/** Addresses at which terminals reach messaging, what carries the messages, who is on line, and who wakes the others. */
export default function AddressesPage(): ReactElement {
  const t = useT('message-addresses');
  const title = useCodeName(addressPage.code);
  return (
    <>
      <PageHeader title={title} help={t('imAddress.help')} />
      <ViewTabs
        tabs={[
          { key: 'address', label: t('tab.address'), children: <AddressPanel /> },
          { key: 'engine', label: t('tab.engine'), children: <EnginePanel /> },
          { key: 'online', label: t('tab.online'), children: <OnlinePanel /> },
          { key: 'push', label: t('tab.push'), children: <PushPanel /> },
        ]}
      />
    </>
  );
}
