import { Form, Modal, Radio, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { reviewAreas, reviewExport } from '../../common/role.contract.ts';

/** The list that an auditor signs: how fine its rows are, then the file. */
export function ReviewDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('system');
  const { name } = useActionName(reviewExport);
  const [by, setBy] = useState<'role' | 'code'>('role');
  const [area, setArea] = useState<(typeof reviewAreas)[number]>('sys');
  const label = useId();
  return (
    <Modal
      open
      title={name}
      onCancel={onClose}
      footer={<ExportButton endpoint={reviewExport} input={(format) => ({ by, area, format })} />}
    >
      <p>{t('review.help')}</p>
      <Form layout="vertical">
        <Form.Item label={<span id={label}>{t('review.area')}</span>}>
          <Select
            aria-labelledby={label}
            value={area}
            onChange={setArea}
            options={reviewAreas.map((value) => ({ value, label: t(`review.area.${value}`) }))}
          />
        </Form.Item>
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
