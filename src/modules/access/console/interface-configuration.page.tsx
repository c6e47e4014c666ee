import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { interfaceConfiguration } from '../common/permissions.ts';

/** Interfaces. */
export default function InterfaceConfigurationPage(): ReactElement {
  const t = useT('access');
  const title = useCodeName(interfaceConfiguration.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.interfaceConfiguration')} />
      <NestedTabs page={interfaceConfiguration.code.replaceAll('_', '-')} />
    </>
  );
}
