import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { messageFrame } from '../../common/inbox/inbox.permissions.ts';

/** Messages of accounts: the frame of the inbox, and of pushes seen from their readers. */
export default function MessageFramePage(): ReactElement {
  const t = useT('public-replies');
  return (
    <>
      <PageHeader title={useCodeName(messageFrame.code)} help={t('userConversation.help')} />
      <NestedTabs page={messageFrame.code.replaceAll('_', '-')} keep={['snoId']} />
    </>
  );
}
