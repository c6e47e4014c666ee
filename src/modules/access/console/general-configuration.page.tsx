import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { generalConfiguration } from '../common/permissions.ts';

/** What holds for the whole gateway. */
export default function GeneralConfigurationPage(): ReactElement {
  const t = useT('access');
  const title = useCodeName(generalConfiguration.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.generalConfiguration')} />
      <NestedTabs page={generalConfiguration.code.replaceAll('_', '-')} />
    </>
  );
}
