import type { ReactElement } from 'react';
import { LogPage } from '#kit/console/page/log-page.tsx';
import { operationGet, operationList } from '../common/operation-log.contract.ts';
import { operationLog } from '../common/permissions.ts';
import './components/logs.css';
import { operationColumns, operationFacts } from './components/operation-columns.tsx';
import { OperationDetail } from './components/operation-detail.tsx';
import { OperationFilters } from './components/operation-filters.tsx';
import { OperationBars } from './components/operation-bars.tsx';
import { operation } from './subjects.ts';

/** What administrators did, newest first. */
export default function OperationLogPage(): ReactElement {
  return (
    <LogPage
      page={operationLog}
      subject={operation}
      list={operationList}
      get={operationGet}
      columns={operationColumns}
      facts={operationFacts}
      search="text"
      above={(list) => <OperationBars list={list} />}
      filters={(list) => <OperationFilters list={list} />}
      detail={(row) => <OperationDetail id={row.id} />}
    />
  );
}
