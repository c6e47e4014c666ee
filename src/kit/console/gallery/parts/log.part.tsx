import type { ReactElement } from 'react';
import { listJournal, type JournalView } from '#kit/common/change/journal.contract.ts';
import { FieldDiffs } from '../../change/field-diffs.tsx';
import { useT } from '../../i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '../../page/filters.tsx';
import { LogPage } from '../../page/log-page.tsx';
import { wordsOf } from '../../page/subject.ts';
import type { Column } from '../../table/column.ts';
import { galleryPage } from '../gallery-permissions.ts';
import { roomSubject } from '../room-subject.ts';

/** A whole page of what happened. */
export default function LogPart(): ReactElement {
  const t = useT('gallery');
  const columns: readonly Column<JournalView, typeof roomSubject>[] = [
    { name: 'objectName', label: t('log.object'), width: 160 },
    { name: 'at', label: t('log.at'), as: 'time' },
    { name: 'action', label: t('log.action'), as: 'enum' },
    { name: 'by', label: t('log.by'), as: 'names' },
  ];
  return (
    <LogPage
      page={galleryPage}
      subject={roomSubject}
      list={listJournal}
      columns={columns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="action" />
        </>
      )}
      detail={(row) => <FieldDiffs fields={row.fields} words={wordsOf(roomSubject)} />}
    />
  );
}
