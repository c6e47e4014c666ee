import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { interfaceStatistics } from '../common/permissions.ts';
import './components/call-logs.css';

/** Frame of the call log and the statistics. */
export default function StatisticsFramePage(): ReactElement {
  const t = useT('call-logs');
  const title = useCodeName(interfaceStatistics.code);
  return (
    <>
      <PageHeader title={title} help={t('frame.help')} />
      <NestedTabs page={interfaceStatistics.code.replaceAll('_', '-')} />
    </>
  );
}
