import { Modal } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { addressBook, addressRollback } from '../../common/address.contract.ts';

/** What was published before, each of which can be published again. */
export function VersionsDialog({ book, onClose }: { book: Reply<typeof addressBook>; onClose: () => void }): ReactElement {
  const t = useT('message-addresses');
  const [language] = useLanguage();
  return (
    <Modal open title={t('book.versions')} footer={null} onCancel={onClose}>
      <ol reversed>
        {book.versions.map(({ number, at, by, note, addresses }) => (
          <li key={number} value={number}>
            {t('book.row', { at: timeText(at, language), by, addresses, note })}{' '}
            {number !== book.number && !book.guard && (
              <ActionButton
                endpoint={addressRollback}
                size="small"
                input={{ version: book.version, number }}
                names={[String(number)]}
                confirm="ask"
                invalidates={[addressBook]}
                onDone={onClose}
              />
            )}
          </li>
        ))}
      </ol>
    </Modal>
  );
}
