import type { ReactElement } from 'react';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { operationGet, operationList } from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { operation } from '../subjects.ts';
import { SaveSearch } from '../saved/save-search.tsx';
import { ArchiveNotice } from '../cleaning/archive-notice.tsx';
import { ExportLog } from './export-log.tsx';
import { LogTail } from './log-tail.tsx';
import { OperationBars } from './operation-bars.tsx';
import { operationColumns, operationFacts } from './operation-columns.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { OperationFilters } from './operation-filters.tsx';

/** The operation log: counts over time, filters, rows, and the drawer of one. */
export function OperationPanel(): ReactElement {
  const list = useSlices<typeof operationList>(operationList, { searchKey: 'text' });
  const archived = list.state.filters['archive'] !== undefined;
  return (
    <LogPanel
      subject={operation}
      list={list}
      columns={operationColumns}
      facts={operationFacts}
      above={(slices) =>
        archived ? (
          <ArchiveNotice list={slices} />
        ) : (
          <>
            <OperationBars list={slices} />
            <LogTail log="operation" filters={slices.asked} />
          </>
        )
      }
      filters={(slices) => (
        <>
          <OperationFilters list={slices} />
          {!archived && (
            <>
              <SaveSearch log="operation" filters={slices.asked} />
              <ExportLog log="operation" code={operationLog.button.export} filters={slices.asked} />
            </>
          )}
        </>
      )}
      // Rows of an archive stand beside what belongs to them in the log.
      get={archived ? undefined : operationGet}
      detail={(row) => (archived ? null : <OperationDetail id={row.id} />)}
    />
  );
}
