import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { fileRule, whiteAdd, whiteExport, whiteImport, whiteList, whiteRemove, type WhiteRow } from '../common/file-rule.contract.ts';
import { fileWhitePage } from '../common/permissions.ts';
import { whiteSubject } from './subjects.ts';

const WhiteForm = later('white-form', async () => (await import('./components/white-form.tsx')).WhiteForm);

const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof whiteImport, typeof whiteExport>,
);

const columns: readonly Column<WhiteRow, typeof whiteSubject>[] = [
  { name: 'name' },
  { name: 'account', optional: true },
  { name: 'departmentName' },
  { name: 'reason', wrap: true },
  { name: 'until', as: 'time' },
  { name: 'since', as: 'time' },
  { name: 'by' },
];

/** People whom the chosen file rule never touches. */
export default function WhiteListPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <WhiteList key={roleId} roleId={roleId} />;
}

function WhiteList({ roleId }: { roleId: string }): ReactElement {
  const words = useWords(whiteSubject);
  const list = useList(whiteList, { inAddress: false, fixed: { roleId } });
  const { granted, name } = useActionName(whiteAdd);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const t = useT('enterprise');
  const add = granted && (
    <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
      {name}
    </Button>
  );
  return (
    <ListPanel
      subject={whiteSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="ending" />
          {add}
          <ImportButton code={fileWhitePage.button.import} onClick={() => setImporting(true)} />
          <ExportButton endpoint={whiteExport} input={(format) => ({ roleId, format })} />
        </>
      }
      bulk={(selection) => (
        <ActionButton
          endpoint={whiteRemove}
          names={selection.rows.map((row) => row.name)}
          input={{ roleId, ids: [...selection.ids] }}
          invalidates={[whiteList, fileRule.list]}
          onDone={selection.clear}
        />
      )}
      empty={<EmptyState title={words.own('empty')} hint={words.own('emptyHint')} action={add} />}
      notice={
        <>
          {adding && <WhiteForm roleId={roleId} onClose={() => setAdding(false)} />}
          {importing && (
            <ImportDialog title={t('fileWhite.import')} start={whiteImport} options={{ roleId }} onClose={() => setImporting(false)}>
              <p>{t('fileWhite.importHelp')}</p>
            </ImportDialog>
          )}
        </>
      }
    />
  );
}
