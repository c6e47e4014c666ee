import type { ReactElement } from 'react';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { appConfigPage } from '../common/permissions.ts';

/** Frame of what is configured of an app. */
export default function AppConfigPage(): ReactElement {
  return <NestedTabs page={appConfigPage.code.replaceAll('_', '-')} />;
}
