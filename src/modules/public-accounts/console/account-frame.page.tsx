import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { accountFrame } from '../common/permissions.ts';

/** Public accounts: the frame of the list and of one account's settings. */
export default function AccountFramePage(): ReactElement {
  const t = useT('public-accounts');
  return (
    <>
      <PageHeader title={useCodeName(accountFrame.code)} help={t('sno.help')} />
      <NestedTabs page={accountFrame.code.replaceAll('_', '-')} />
    </>
  );
}
