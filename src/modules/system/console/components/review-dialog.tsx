import { Form, Modal, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { reviewExport } from '../../common/role.contract.ts';

/** The list that an auditor signs: how fine its rows are, then the file. */
export function ReviewDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('system');
  const { name } = useActionName(reviewExport);
  const [by, setBy] = useState<'role' | 'code'>('role');
  return (
    <Modal open title={name} onCancel={onClose} footer={<ExportButton endpoint={reviewExport} input={(format) => ({ by, format })} />}>
      <p>{t('review.help')}</p>
      <Form layout="vertical">
        <Form.Item label={t('review.by')}>
          <Radio.Group
            value={by}
            onChange={(event) => setBy(event.target.value === 'code' ? 'code' : 'role')}
            options={[
              { value: 'role', label: t('review.by.role') },
              { value: 'code', label: t('review.by.code') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
