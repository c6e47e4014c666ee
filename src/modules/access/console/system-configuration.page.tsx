import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { systemConfiguration } from '../common/permissions.ts';

/** Systems and prefixes. */
export default function SystemConfigurationPage(): ReactElement {
  const t = useT('access');
  const title = useCodeName(systemConfiguration.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.systemConfiguration')} />
      <NestedTabs page={systemConfiguration.code.replaceAll('_', '-')} />
    </>
  );
}
