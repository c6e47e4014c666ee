import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { fileExport, fileList, type FileRow } from '../common/file.contract.ts';
import { FileActions } from './components/file-actions.tsx';
import { fileSubject } from './subjects.ts';

const FileDrawer = later('mf-drawer', async () => (await import('./components/file-drawer.tsx')).FileDrawer);
const tones = { normal: 'success', expired: 'default', recalled: 'warning', quarantined: 'error', deleted: 'default' } as const;

/** Files that were sent in chats, the newest first; what they hold is fetched with a reason, and in single chats inside a case. */
export default function FileListPage(): ReactElement {
  const t = useT('message-files');
  const kit = useT('kit');
  const [search, setSearch] = useSearchParams();
  const list = useSlices(fileList, { searchKey: 'text' });
  const [again, setAgain] = useState(0);
  const open = search.get('file') ?? undefined;
  const show = (id: string | undefined): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === undefined) next.delete('file');
      else next.set('file', id);
      return next;
    });
  const columns: readonly Column<FileRow, typeof fileSubject>[] = [
    { name: 'name', sortable: false },
    { name: 'kind', sortable: false, cell: (row) => t(`imFile.kind.${row.kind}`) },
    { name: 'size', as: 'bytes', sortable: false },
    { name: 'senderName', sortable: false },
    { name: 'groupName', sortable: false, cell: (row) => row.groupName ?? t(`imFile.chat.${row.chat}`) },
    { name: 'sentAt', as: 'time', sortable: false },
    { name: 'downloads', as: 'number', sortable: false },
    { name: 'copies', as: 'number', sortable: false },
    { name: 'expiresAt', as: 'time', sortable: false },
    {
      name: 'state',
      sortable: false,
      cell: ({ state, held }) => (
        <>
          <Tag color={tones[state]}>{t(`imFile.state.${state}`)}</Tag>
          {held && <Tag color="purple">{t('imFile.held')}</Tag>}
        </>
      ),
    },
    { name: 'contentType', sortable: false, optional: true },
  ];
  const done = (): void => {
    list.selection.clear();
    setAgain(again + 1);
    void list.reload();
  };
  return (
    <>
      <ListPanel<FileRow, typeof fileSubject>
        subject={fileSubject}
        list={list}
        columns={columns}
        onOpen={(row) => show(row.id)}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <TimeFilter list={list} from="from" to="to" recent />
            <EnumFilter list={list} name="chat" />
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="state" />
            <PickFilter list={list} name="senderId">
              <EmployeePicker />
            </PickFilter>
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
            <EnumFilter list={list} name="shared" />
            <ExportButton endpoint={fileExport} input={(format) => ({ format, filter: { ...list.asked } })} />
          </>
        }
        bulk={({ rows }) => <FileActions rows={rows} onDone={done} />}
        empty={<EmptyState title={t('imFile.empty')} hint={t('imFile.emptyHint')} />}
        foot={
          list.hasMore ? (
            <div className="whk-log-foot">
              <Button loading={list.readingMore} onClick={() => void list.more()}>
                {kit('log.older')}
              </Button>
            </div>
          ) : (
            <span />
          )
        }
      />
      {open !== undefined && <FileDrawer key={again} id={open} onDone={done} onClose={() => show(undefined)} />}
    </>
  );
}
