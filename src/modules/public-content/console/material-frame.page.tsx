import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { AccountPicker } from '#modules/public-accounts/console/public.ts';
import { materialFrame } from '../common/permissions.ts';

/** Content of public accounts: the frame of its tabs, with the account that they are about. */
export default function MaterialFramePage(): ReactElement {
  const t = useT('public-content');
  return (
    <>
      <PageHeader title={useCodeName(materialFrame.code)} help={t('frame.help')} actions={<AccountPicker />} />
      <NestedTabs page={materialFrame.code.replaceAll('_', '-')} />
    </>
  );
}
