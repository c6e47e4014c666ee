import { Modal, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { messageReceipts, type MessageRow } from '../../common/message.contract.ts';
import '../components/messaging.css';

/** Who has read a message, and on how many terminals it is. */
export function ReceiptsDialog({ row, chat, onClose }: { row: MessageRow; chat: 'single' | 'group'; onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const { data, error, refetch } = useRead(messageReceipts, { chat, id: row.id });
  return (
    <Modal open title={t('receipts.title')} footer={null} onCancel={onClose}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={3} />}
      {data && (
        <>
          <p role="status">{t('receipts.counts', { read: data.readCount, total: data.total })}</p>
          <ul className="im-receipts">
            {data.list.map((one) => (
              <li key={one.id}>
                <span>{one.name}</span>
                <Tag color={one.read ? 'success' : 'default'}>{t(one.read ? 'receipts.read' : 'receipts.unread')}</Tag>
                <small>{t('receipts.terminals', { count: one.terminals })}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
