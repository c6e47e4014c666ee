import type { ReactElement } from 'react';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { loginLog } from '../common/permissions.ts';
import './components/logs.css';
import { UtcSwitch } from './components/utc-switch.tsx';

/** Who signed in: the frame of console and terminals. */
export default function LoginLogPage(): ReactElement {
  const t = useT('logs');
  const title = useCodeName(loginLog.code);
  return (
    <>
      <PageHeader title={title} help={t('login.help')} actions={<UtcSwitch />} />
      <NestedTabs page={loginLog.code.replaceAll('_', '-')} />
    </>
  );
}
