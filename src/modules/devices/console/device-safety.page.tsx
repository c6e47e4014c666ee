import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { deviceSafety } from '../common/permissions.ts';
import { FrameActions } from './components/frame-actions.tsx';

/** The security desk's page of devices. */
export default function DeviceSafetyPage(): ReactElement {
  const t = useT('devices');
  const title = useCodeName(deviceSafety.code);
  const { check, settings, keys } = deviceSafety.button;
  return (
    <>
      <PageHeader title={title} help={t('device.help')} actions={<FrameActions check={check} settings={settings} keys={keys} />} />
      <NestedTabs page={deviceSafety.code.replaceAll('_', '-')} />
    </>
  );
}
