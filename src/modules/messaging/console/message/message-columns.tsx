import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Column } from '#kit/console/table/column.ts';
import { platformText } from '../components/platform-text.ts';
import type { MessageRow } from '../../common/message.contract.ts';
import type { messageSubject } from '../subjects.ts';
import '../components/messaging.css';

/** What a message says, or that it is hidden. */
export function Said({ row }: { row: MessageRow }): ReactElement {
  const t = useT('messaging');
  if (row.text === null) return <span className="im-hidden">{t('message.hidden')}</span>;
  return (
    <>
      <span className="im-text">{row.text === '' ? t(`message.kind.${row.kind}`) : row.text}</span>
      {row.original !== null && row.original !== row.text && (
        <small className="im-text"> {t('message.original', { text: row.original })}</small>
      )}
    </>
  );
}

function State({ row }: { row: MessageRow }): ReactElement {
  const t = useT('messaging');
  return (
    <>
      {row.state !== 'normal' && <Tag color={row.state === 'recalled' ? 'error' : 'default'}>{t(`message.state.${row.state}`)}</Tag>}
      {row.flags.map((flag) => (
        <Tag key={flag} color="gold">
          {t(`message.flag.${flag}`)}
        </Tag>
      ))}
    </>
  );
}

/** Columns of messages of one sort of chat. */
export function useMessageColumns(chat: 'single' | 'group'): readonly Column<MessageRow, typeof messageSubject>[] {
  const t = useT('messaging');
  return [
    { name: 'at', as: 'time', sortable: false },
    { name: 'senderName' },
    ...(chat === 'single' ? ([{ name: 'peerName' }] as const) : ([{ name: 'groupName' }] as const)),
    { name: 'kind', cell: (row) => t(`message.kind.${row.kind}`) },
    { name: 'text', wrap: true, width: 300, cell: (row) => <Said row={row} /> },
    { name: 'readBy', cell: (row) => t('message.readOf', { n: row.readBy, of: row.members }) },
    { name: 'state', cell: (row) => <State row={row} /> },
    { name: 'size', as: 'bytes', optional: true },
    { name: 'platform', optional: true, cell: (row) => (row.platform === null ? '—' : platformText(row.platform)) },
  ];
}
