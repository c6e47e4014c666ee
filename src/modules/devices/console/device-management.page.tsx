import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { deviceManagement } from '../common/permissions.ts';
import { FrameActions } from './components/frame-actions.tsx';

/** The help desk's page of devices. */
export default function DeviceManagementPage(): ReactElement {
  const t = useT('devices');
  const title = useCodeName(deviceManagement.code);
  const { check, settings } = deviceManagement.button;
  return (
    <>
      <PageHeader title={title} help={t('device.help')} actions={<FrameActions check={check} settings={settings} />} />
      <NestedTabs page={deviceManagement.code.replaceAll('_', '-')} />
    </>
  );
}
