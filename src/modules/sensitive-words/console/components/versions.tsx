import { Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import type { Column } from '#kit/console/table/column.ts';
import { wordRollback, wordVersionCompare, wordVersionList } from '../../common/word-list.contract.ts';
import { versionSubject } from '../subjects.ts';
import './words.css';

type Row = Reply<typeof wordVersionList>['list'][number];

/** Published lists, what differs from the draft, and the way back to one. */
export function Versions(): ReactElement {
  const t = useT('sensitive-words');
  const list = useList(wordVersionList);
  const [compared, setCompared] = useState<Row>();
  const columns: readonly Column<Row, typeof versionSubject>[] = [
    { name: 'number', cell: (row) => (row.current ? t('version.now', { number: row.number }) : row.number) },
    { name: 'publishedAt', as: 'time', sortable: false },
    { name: 'publishedBy', sortable: false },
    { name: 'words', as: 'number', sortable: false },
    { name: 'exceptions', as: 'number', sortable: false },
    { name: 'note', sortable: false },
  ];
  return (
    <>
      <ListPanel
        subject={versionSubject}
        list={list}
        columns={columns}
        rowActions={(row) => (
          <RowActions name={String(row.number)}>
            <Button type="text" size="small" onClick={() => setCompared(row)}>
              {t('version.compare')}
            </Button>
            {!row.current && (
              <ActionButton
                type="text"
                size="small"
                endpoint={wordRollback}
                input={{ number: row.number }}
                names={[String(row.number)]}
                invalidates={[wordVersionList]}
              />
            )}
          </RowActions>
        )}
      />
      {compared && <Difference number={compared.number} onClose={() => setCompared(undefined)} />}
    </>
  );
}

/** What the draft would change of a published list. */
function Difference({ number, onClose }: { number: number; onClose: () => void }): ReactElement {
  const t = useT('sensitive-words');
  const { data } = useRead(wordVersionCompare, { from: number });
  return (
    <Modal open title={t('version.compareTitle', { number })} footer={null} onCancel={onClose}>
      {(['added', 'removed', 'changed'] as const).map((part) => (
        <section key={part}>
          <h3>
            {t(`version.${part}`)}: {data?.[part] ?? '…'}
          </h3>
          <p className="sw-read">
            {data?.samples[part].map(({ word, level }) => `${word} (${t(`sensitiveWord.level.${level}`)})`).join(' · ')}
          </p>
        </section>
      ))}
    </Modal>
  );
}
