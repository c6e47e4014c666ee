import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { mailFrame } from '../../common/permissions.ts';
import { MailStrip } from './strip.tsx';

/** Mailboxes: what needs attention, above the accounts and the permissions. */
export default function MailFramePage(): ReactElement {
  const t = useT('mailboxes');
  return (
    <>
      <PageHeader title={useCodeName(mailFrame.code)} help={t('frame.help')} />
      <MailStrip />
      <NestedTabs page={mailFrame.code.replaceAll('_', '-')} />
    </>
  );
}
