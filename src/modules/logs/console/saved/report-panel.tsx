import { CheckOutlined, ExclamationCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { operationLog } from '../../common/permissions.ts';
import { reportList, reportRemove, reportSave, type ReportRow } from '../../common/saved/report.contract.ts';
import { searchList } from '../../common/saved/search.contract.ts';
import { logReport } from '../subjects.ts';
import { useTimeText } from '../components/use-time-text.ts';
import { atOf } from '../components/at.tsx';

const ReportForm = later('log-report-form', async () => (await import('./report-form.tsx')).ReportForm);

const columns: readonly Column<ReportRow, typeof logReport>[] = [
  { name: 'name', width: 200 },
  { name: 'searchName', width: 180, sortable: false },
  { name: 'schedule', as: 'enum', width: 120, sortable: false },
  { name: 'personNames', as: 'names', width: 200, sortable: false },
  { name: 'nextAt', as: 'time', cell: ({ nextAt }) => atOf(nextAt), width: 160, sortable: false },
  { name: 'last', cell: (row) => <Last row={row} />, width: 300, sortable: false },
  { name: 'enabled', as: 'boolean', width: 100, sortable: false },
  { name: 'format', as: 'enum', width: 100, sortable: false, optional: true },
  { name: 'updatedAt', as: 'time', cell: ({ updatedAt }) => atOf(updatedAt), width: 160, optional: true },
];

/** Planned reports with what became of their last run. */
export function ReportPanel(): ReactElement {
  const t = useT('logs');
  const list = useList(reportList, { name: 'r.', searchKey: 'text' });
  const save = useActionName(reportSave);
  const [editing, setEditing] = useState<ReportRow | 'new'>();
  const add = save.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
      {save.name}
    </Button>
  );
  return (
    <>
      <ListPanel
        subject={logReport}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            {add}
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={operationLog.button.saveReport}>
              <Button type="text" onClick={() => setEditing(row)}>
                {t('verb.update')}
              </Button>
            </Permit>
            <ActionButton
              endpoint={reportRemove}
              input={{ ids: [row.id] }}
              names={[row.name]}
              confirm="ask"
              invalidates={[reportList, searchList]}
              type="text"
              danger
            >
              {t('verb.remove')}
            </ActionButton>
          </RowActions>
        )}
        empty={<EmptyState title={t('logReport.empty')} hint={t('logReport.emptyHint')} />}
      />
      {editing !== undefined && <ReportForm row={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

/** When it went out last, and what became of it for each recipient. */
function Last({ row }: { row: ReportRow }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  if (!row.last) return <span className="wl-soft">{t('report.never')}</span>;
  return (
    <>
      {timeText(row.last.at)}
      <ul className="wl-report-sent">
        {row.last.sent.map(({ name, outcome, rows }, at) => (
          <li key={at} data-outcome={outcome}>
            {outcome === 'file' ? <CheckOutlined aria-hidden="true" /> : <ExclamationCircleOutlined aria-hidden="true" />}
            {t(`report.outcome.${outcome}`, { name, rows: numberText(rows ?? 0, language) })}
          </li>
        ))}
      </ul>
    </>
  );
}
