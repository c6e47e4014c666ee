import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { MemberPanel } from './member-panel.tsx';

const AuthPanel = later('mail-grants', async () => (await import('./auth-panel.tsx')).AuthPanel);

/** Who may use mail on terminals, and who may open whose box. */
export default function MailAuthorizedPage(): ReactElement {
  const t = useT('mailboxes');
  return (
    <ViewTabs
      tabs={[
        { key: 'person', label: t('tab.person'), children: <MemberPanel /> },
        { key: 'mailbox', label: t('tab.mailbox'), children: <AuthPanel /> },
      ]}
    />
  );
}
