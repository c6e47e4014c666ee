import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import type { clientLoginList, consoleLoginGet, consoleLoginList, LoginView } from '../../common/login-log.contract.ts';
import { clientLogin, consoleLogin } from '../../common/permissions.ts';
import { login } from '../subjects.ts';
import { ReportFile } from '../saved/report-file.tsx';
import { SaveSearch } from '../saved/save-search.tsx';
import { ArchiveNotice } from '../cleaning/archive-notice.tsx';
import { ExportLog } from './export-log.tsx';
import { loginFacts } from './login-columns.tsx';
import { LoginDetail } from './login-detail.tsx';
import { LoginHeads } from './login-heads.tsx';
import './logs.css';

interface LoginPanelProps {
  side: 'console' | 'client';
  list: typeof consoleLoginList | typeof clientLoginList;
  get: typeof consoleLoginGet;
  columns: readonly Column<LoginView, typeof login>[];
}

/** The sign-ins of one side: heads, filters, lines, and the drawer of one. */
export function LoginPanel({ side, list: endpoint, get, columns }: LoginPanelProps): ReactElement {
  const t = useT('logs');
  // Both sides have the filters of the console; those of devices are the terminals' own.
  const list = useSlices<typeof consoleLoginList>(endpoint as typeof consoleLoginList, { searchKey: 'account' });
  const log = side === 'client' ? 'clientLogin' : 'consoleLogin';
  const archived = list.state.filters['archive'] !== undefined;
  return (
    <LogPanel
      subject={login}
      list={list}
      columns={columns}
      facts={loginFacts}
      above={(slices) =>
        archived ? (
          <ArchiveNotice list={slices} />
        ) : (
          <>
            <ReportFile />
            <LoginHeads side={side} onAddress={(address) => list.move({ filters: { address } })} />
          </>
        )
      }
      filters={(slices) => (
        <>
          <Filters list={slices} />
          {!archived && (
            <>
              <SaveSearch log={log} filters={slices.asked} />
              <ExportLog log={log} code={(side === 'client' ? clientLogin : consoleLogin).button.export} filters={slices.asked} />
            </>
          )}
        </>
      )}
      get={archived ? undefined : get}
      detail={(row) => (archived ? null : <LoginDetail get={get} id={row.id} blocks={side === 'console'} />)}
      {...(side === 'client' && { empty: <EmptyState title={t('login.empty')} hint={t('login.clientEmptyHint')} /> })}
    />
  );
}

const seldom = ['uid', 'address', 'flag', 'sessionState', 'sessionId', 'departmentId'] as const;

function Filters({ list }: { list: FilteredList<typeof consoleLoginList> }): ReactElement {
  return (
    <>
      <SearchFilter list={list} name="account" />
      <EnumFilter list={list} name="event" />
      <EnumFilter list={list} name="result" />
      <EnumFilter list={list} name="reason" />
      <MoreFilters list={list} names={seldom}>
        <PickFilter list={list} name="uid">
          <EmployeePicker />
        </PickFilter>
        <SearchFilter list={list} name="address" />
        <SearchFilter list={list} name="sessionId" />
        <EnumFilter list={list} name="flag" />
        <EnumFilter list={list} name="sessionState" />
        <PickFilter list={list} name="departmentId">
          <DepartmentPicker />
        </PickFilter>
      </MoreFilters>
    </>
  );
}
