import { Button, Modal, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { addressTest, type AddressRow } from '../../common/address.contract.ts';

/** Tries one address from the server, step by step. */
export function TestDialog({ row, onClose }: { row: AddressRow; onClose: () => void }): ReactElement {
  const t = useT('message-addresses');
  const [found, setFound] = useState<Reply<typeof addressTest>>();
  const { save, saving } = useSave(addressTest, { message: null, onSaved: setFound });
  return (
    <Modal open title={t('test.title', { name: row.name })} footer={null} onCancel={onClose}>
      <p>{row.url}</p>
      <Button type="primary" loading={saving} onClick={() => void save({ id: row.id })}>
        {t('test.run')}
      </Button>
      {found && (
        <ol role="status">
          {found.steps.map(({ step, ok, ms, detail }) => (
            <li key={step}>
              {t(`test.${step}`)} <Tag color={ok ? 'success' : 'error'}>{t(ok ? 'test.ok' : 'test.failed')}</Tag>
              {t('test.took', { ms, detail })}
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}
