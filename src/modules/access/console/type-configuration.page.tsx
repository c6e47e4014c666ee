import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { typeConfiguration } from '../common/permissions.ts';

/** Connections by their protocol. */
export default function TypeConfigurationPage(): ReactElement {
  const t = useT('access');
  const title = useCodeName(typeConfiguration.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.typeConfiguration')} />
      <NestedTabs page={typeConfiguration.code.replaceAll('_', '-')} />
    </>
  );
}
