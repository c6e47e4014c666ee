import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { printFrame } from '../common/permissions.ts';

/** What terminals reported: prints, screenshots, ended bindings. */
export default function PrintFramePage(): ReactElement {
  const t = useT('file-security');
  const title = useCodeName(printFrame.code);
  return (
    <>
      <PageHeader title={title} help={t('logs.help')} />
      <NestedTabs page={printFrame.code.replaceAll('_', '-')} />
    </>
  );
}
