import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { AccountPanel } from './account-panel.tsx';

const ServerPanel = later('mail-servers', async () => (await import('./server-panel.tsx')).ServerPanel);
const SettingPanel = later('mail-settings', async () => (await import('./setting-panel.tsx')).SettingPanel);

/** Accounts, the servers behind them, and what holds for mail on all terminals. */
export default function MailHomePage(): ReactElement {
  const t = useT('mailboxes');
  return (
    <ViewTabs
      tabs={[
        { key: 'account', label: t('tab.account'), children: <AccountPanel /> },
        { key: 'server', label: t('tab.server'), children: <ServerPanel /> },
        { key: 'setting', label: t('tab.setting'), children: <SettingPanel /> },
      ]}
    />
  );
}
