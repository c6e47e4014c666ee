import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { AccountPicker, useSnoId } from '#modules/public-accounts/console/public.ts';
import { logTabs, type LogTab } from '#modules/public-accounts/common/words.ts';
import { logExport, logList } from '../common/log.contract.ts';
import { logPage } from '../common/permissions.ts';
import { NoAccount } from './no-account.tsx';
import { logSubject } from './subjects.ts';

/** What happened in the account on screen, by tab. */
export default function LogsPage(): ReactElement {
  const t = useT('public-fans');
  const snoId = useSnoId();
  return (
    <PageFrame title={useCodeName(logPage.code)} help={t('snoLog.help')}>
      <AccountPicker />
      {snoId === undefined ? (
        <NoAccount />
      ) : (
        <ViewTabs
          tabs={logTabs.map((tab) => ({
            key: tab,
            label: t(`snoLog.tab.${tab}`),
            children: <TabLog key={`${snoId} ${tab}`} snoId={snoId} tab={tab} />,
          }))}
        />
      )}
    </PageFrame>
  );
}

function TabLog({ snoId, tab }: { snoId: string; tab: LogTab }): ReactElement {
  const list = useSlices(logList, { fixed: { snoId, tab }, searchKey: 'text' });
  return (
    <LogPanel
      subject={logSubject}
      list={list}
      columns={[
        { name: 'at', as: 'time' },
        { name: 'what' },
        { name: 'employeeName' },
        { name: 'departmentName', optional: true },
        { name: 'by' },
        { name: 'ref', width: 200 },
        { name: 'result', as: 'enum' },
        { name: 'reason', wrap: true },
      ]}
      facts={[
        { name: 'at', as: 'time' },
        { name: 'snoName' },
        { name: 'what' },
        { name: 'employeeName' },
        { name: 'departmentName' },
        { name: 'by' },
        { name: 'ref' },
        { name: 'result', as: 'enum' },
        { name: 'reason' },
        { name: 'detail' },
      ]}
      filters={(own) => (
        <>
          <SearchFilter list={own} name="text" />
          <EnumFilter list={own} name="result" />
          <PickFilter list={own} name="employeeId">
            <EmployeePicker />
          </PickFilter>
          <ExportButton endpoint={logExport} input={(format) => ({ format, filter: { ...own.asked, snoId, tab } })} />
        </>
      )}
    />
  );
}
