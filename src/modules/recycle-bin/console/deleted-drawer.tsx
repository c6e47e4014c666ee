import type { ReactElement, ReactNode } from 'react';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { subject, wordsOf } from '#kit/console/page/subject.ts';
import { recycleGet, type DeletedDetail } from '../common/recycle.contract.ts';
import './recycle-bin.css';

const deleted = subject('recycle-bin', 'deleted');
const facts: readonly Fact<DeletedDetail>[] = [
  { name: 'kind', show: (row) => wordsOf(row).kind() },
  { name: 'moduleName' },
  { name: 'by' },
  { name: 'at', as: 'time' },
  { name: 'endsAt', as: 'time' },
  { name: 'reason' },
  { name: 'hold', show: (row) => (row.hold ? [row.hold.by, row.hold.reason].filter(Boolean).join(': ') : null) },
];

interface DeletedDrawerProps {
  id: string;
  actions: (row: DeletedDetail) => ReactNode;
  onClose: () => void;
}

/** One deleted object as it was, and the ways to bring it back, keep it or erase it. */
export function DeletedDrawer({ id, actions, onClose }: DeletedDrawerProps): ReactElement {
  const read = useRead(recycleGet, { id });
  return (
    <DetailDrawer
      subject={deleted}
      read={read}
      title={(row) => row.name}
      tabs={(row) => [{ key: 'facts', label: row.name, children: <Body row={row} actions={actions(row)} /> }]}
      onClose={onClose}
    />
  );
}

function Body({ row, actions }: { row: DeletedDetail; actions: ReactNode }): ReactElement {
  const t = useT('recycle-bin');
  useNamespace(row.namespace);
  return (
    <>
      <div className="wr-actions">{actions}</div>
      <Facts row={row} facts={facts} />
      <h3>{t('deleted.was')}</h3>
      <FieldDiffs fields={row.fields} words={wordsOf(row)} />
    </>
  );
}
