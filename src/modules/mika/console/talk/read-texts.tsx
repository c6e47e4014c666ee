import { Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

/** Asks why what was written is to be read: the log of readings keeps it. */
export function ReadTexts({ onRead, onClose }: { onRead: (reason: string) => void; onClose: () => void }): ReactElement {
  const t = useT('mika');
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <Modal
      open
      title={t('session.readText')}
      okText={t('session.readText')}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={() => onRead(reason.trim())}
      onCancel={onClose}
    >
      <div className="mika-field">
        <label htmlFor={id}>{t('session.reason')}</label>
        <Input id={id} value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        <small>{t('session.reasonHint')}</small>
      </div>
    </Modal>
  );
}
