import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { fileGet, type FileRow } from '../../common/file.contract.ts';
import { fileSubject } from '../subjects.ts';
import { FileActions } from './file-actions.tsx';
import './files.css';

interface FileDrawerProps {
  id: string;
  onDone: () => void;
  onClose: () => void;
}

/** One file: what it is, in which chats its content lies, what became of it. */
export function FileDrawer({ id, onDone, onClose }: FileDrawerProps): ReactElement {
  const t = useT('message-files');
  const [language] = useLanguage();
  const read = useRead(fileGet, { id });
  const chatOf = (row: FileRow): string => row.groupName ?? t(`imFile.chat.${row.chat}`);
  return (
    <DetailDrawer
      subject={fileSubject}
      read={read}
      title={({ name }) => name}
      onClose={onClose}
      tabs={(file) => [
        {
          key: 'profile',
          label: t('tab.profile'),
          children: (
            <>
              <Facts
                row={file}
                facts={[
                  { name: 'kind', show: (row) => t(`imFile.kind.${row.kind}`) },
                  { name: 'contentType' },
                  { name: 'size', as: 'bytes' },
                  { name: 'senderName' },
                  { name: 'groupName', show: chatOf, always: true },
                  { name: 'sentAt', as: 'time' },
                  { name: 'downloads', as: 'number', always: true },
                  { name: 'expiresAt', as: 'time' },
                  { name: 'state', show: (row) => t(`imFile.state.${row.state}`) },
                  { name: 'digest', show: (row) => <code className="mf-digest">{row.digest}</code> },
                ]}
              />
              <div className="whk-header-actions">
                <FileActions rows={[file]} onDone={onDone} />
              </div>
            </>
          ),
        },
        {
          key: 'copies',
          label: t('tab.copies'),
          children: (
            <>
              <ul className="mf-effect">
                {[file, ...file.others].map((row) => (
                  <li key={row.id}>
                    {t('copies.row', {
                      chat: chatOf(row),
                      sender: row.senderName,
                      at: timeText(row.sentAt, language),
                      state: t(`imFile.state.${row.state}`),
                    })}
                  </li>
                ))}
              </ul>
              {file.hidden > 0 && <p>{t('copies.hidden', { count: file.hidden })}</p>}
            </>
          ),
        },
        { key: 'history', label: t('tab.history'), children: <HistoryTab subject={fileSubject} kind="imFile" objectId={id} /> },
      ]}
    />
  );
}
