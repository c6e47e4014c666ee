import type { ReactElement } from 'react';
import { listJournal, type JournalView } from '#kit/common/change/journal.contract.ts';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPage } from '#kit/console/page/log-page.tsx';
import { wordsOf } from '#kit/console/page/subject.ts';
import type { Column } from '#kit/console/table/column.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { department } from '../../src/modules/people/console/subjects.ts';

const columns: readonly Column<JournalView, typeof department>[] = [
  { name: 'objectName', label: 'Object', width: 160 },
  { name: 'at', label: 'When', as: 'time' },
  { name: 'action', label: 'Action', as: 'enum' },
  { name: 'by', label: 'Who', as: 'names' },
  { name: 'operation', label: 'Operation', as: 'code' },
];

/** The journal as a page of what happened. */
export default function JournalPage(): ReactElement {
  return (
    <LogPage
      page={userManagement}
      subject={department}
      list={listJournal}
      columns={columns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="action" />
        </>
      )}
      detail={(row) => <FieldDiffs fields={row.fields} words={wordsOf(department)} />}
    />
  );
}
