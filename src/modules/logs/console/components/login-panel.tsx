import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
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
import { LoginFilters } from './login-filters.tsx';
import { LoginHeads } from './login-heads.tsx';
import { LogTail } from './log-tail.tsx';
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
  // Terminals have the filters of the console and their own.
  const list = useSlices<typeof clientLoginList>(endpoint as typeof clientLoginList, { searchKey: 'account' });
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
            <LoginHeads side={side} span={slices.asked} onFilter={(filters) => list.move({ filters })} />
            <LogTail log={log} filters={slices.asked} />
          </>
        )
      }
      filters={(slices) => (
        <>
          <LoginFilters side={side} list={slices} />
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
