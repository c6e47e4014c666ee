import type { ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import type { Column } from '#kit/console/table/column.ts';
import { terminalExport, terminalList, type TerminalRow } from '../../common/terminal.contract.ts';
import { useReasonWords } from './reason-words.ts';
import '../apps.css';

const terminal = subject('apps', 'appTerminal');

/** Who has which version of an app, and what was offered and not installed. */
export function Terminals({ appId }: { appId: string }): ReactElement {
  const t = useT('apps');
  const words = useReasonWords();
  const list = useList(terminalList, { searchKey: 'text', fixed: { appId } });
  const columns: readonly Column<TerminalRow, typeof terminal>[] = [
    { name: 'personName', sortable: false },
    { name: 'departmentName', sortable: false },
    { name: 'platform', sortable: false, cell: (row) => platformNames[row.platform] },
    { name: 'versionName', sortable: false, cell: (row) => row.versionName || '—' },
    { name: 'buildNo', as: 'code' },
    { name: 'model' },
    { name: 'system' },
    { name: 'lastSeen', as: 'time' },
    {
      name: 'offeredName',
      sortable: false,
      cell: (row) => (row.offeredName ? `${row.offeredName} · ${t(`offer.${row.offerState as 'offered'}`)}` : '—'),
    },
    { name: 'reason', sortable: false, optional: true, cell: ({ reason }) => (reason === '' ? '—' : words(reason)) },
  ];
  const { text, platform, open } = list.state.filters;
  return (
    <>
      <div className="apps-bar">
        <ExportButton
          endpoint={terminalExport}
          input={(format) => ({
            appId,
            format,
            ...(typeof text === 'string' && { text }),
            ...(isPlatform(platform) && { platform }),
            ...(open !== undefined && { open: String(open) === 'true' }),
          })}
        />
      </div>
      <ListPanel
        subject={terminal}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="platform" />
            <EnumFilter list={list} name="open" />
          </>
        }
      />
    </>
  );
}

const isPlatform = (value: unknown): value is TerminalRow['platform'] => typeof value === 'number' && value in platformNames;
