import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { connectPage } from '../common/permissions.ts';

/** Frame of connected widgets and their parameters. */
export default function ConnectFramePage(): ReactElement {
  const t = useT('connect');
  const title = useCodeName(connectPage.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.help')} />
      <NestedTabs page={connectPage.code.replaceAll('_', '-')} />
    </>
  );
}
