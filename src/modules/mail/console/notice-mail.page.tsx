import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { ConfigPanel } from './components/config-panel.tsx';

const TemplatesPanel = later('mail-templates', async () => (await import('./components/templates-panel.tsx')).TemplatesPanel);
const OutboxPanel = later('mail-outbox', async () => (await import('./components/outbox-panel.tsx')).OutboxPanel);
const SuppressedPanel = later('mail-suppressed', async () => (await import('./components/suppressed-panel.tsx')).SuppressedPanel);

/** Servers, texts and outbox of the notification mails. */
export default function NoticeMailPage(): ReactElement {
  const t = useT('mail');
  return (
    <DetailTabs
      tabs={[
        { key: 'config', label: t('frame.settings'), children: <ConfigPanel /> },
        { key: 'templates', label: t('tab.templates'), children: <TemplatesPanel /> },
        { key: 'outbox', label: t('tab.outbox'), children: <OutboxPanel /> },
        { key: 'suppressed', label: t('tab.suppressed'), children: <SuppressedPanel /> },
      ]}
    />
  );
}
