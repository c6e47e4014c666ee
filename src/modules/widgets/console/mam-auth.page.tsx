import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { mamAuthPage } from '../common/permissions.ts';

/** Who may use which widgets and functions of the apps: the frame of app roles. */
export default function MamAuthPage(): ReactElement {
  const t = useT('widgets');
  return (
    <>
      <PageHeader title={useCodeName(mamAuthPage.code)} help={t('mamAuth.help')} />
      <NestedTabs page={mamAuthPage.code.replaceAll('_', '-')} />
    </>
  );
}
