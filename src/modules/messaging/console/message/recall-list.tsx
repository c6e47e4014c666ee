import { Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { recallGet, recallList, type RecallOrder } from '../../common/message.contract.ts';
import '../components/messaging.css';
import { platformText } from '../components/platform-text.ts';
import { recallSubject } from '../subjects.ts';

/** Orders to recall, with how many of the terminals that had the messages have said that they are gone. */
export function RecallList(): ReactElement {
  const t = useT('messaging');
  const list = useList(recallList);
  const [open, setOpen] = useState<string>();
  const columns: readonly Column<RecallOrder, typeof recallSubject>[] = [
    { name: 'reason', wrap: true, width: 260 },
    { name: 'at', as: 'time' },
    { name: 'byName' },
    { name: 'messages' },
    { name: 'chats' },
    { name: 'people' },
    { name: 'acknowledged', cell: (row) => t('recall.progress', { n: row.acknowledged, of: row.targeted }) },
    { name: 'readBefore', optional: true },
  ];
  return (
    <>
      <ListPanel<RecallOrder, typeof recallSubject>
        subject={recallSubject}
        list={list}
        columns={columns}
        onOpen={({ id }) => setOpen(id)}
        empty={<EmptyState title={t('recall.empty')} hint={t('recall.emptyHint')} />}
      />
      {open !== undefined && <OrderDrawer id={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(recallGet, { id });
  return (
    <Drawer
      open
      title={t('recall.order')}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm />}
      {data && (
        <>
          <p>{data.reason}</p>
          <p role="status">{t('recall.progress', { n: data.acknowledged, of: data.targeted })}</p>
          <table className="whk-stacked">
            <thead>
              <tr>
                <th scope="col">{t('recall.field.person')}</th>
                <th scope="col">{t('recall.field.terminal')}</th>
                <th scope="col">{t('recall.field.acknowledged')}</th>
              </tr>
            </thead>
            <tbody>
              {data.terminals.map((one) => (
                <tr key={`${one.employeeId}${one.deviceId}`}>
                  <td data-label={t('recall.field.person')}>{one.employeeName}</td>
                  <td data-label={t('recall.field.terminal')}>{platformText(one.platform)}</td>
                  <td data-label={t('recall.field.acknowledged')}>
                    {one.ackedAt === null ? (
                      <Tag>
                        {one.lastSeenAt === null ? t('recall.waits') : t('recall.waitsSince', { at: timeText(one.lastSeenAt, language) })}
                      </Tag>
                    ) : (
                      timeText(one.ackedAt, language)
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Drawer>
  );
}
