import { Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { group, groupNotice } from '../../common/group.contract.ts';

/** Writes the notice that stands above the chat of groups. */
export function BoardDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }): ReactElement {
  const t = useT('groups');
  const kit = useT('kit');
  const id = useId();
  const [notice, setNotice] = useState('');
  const { save, saving, issues } = useSave(groupNotice, {
    invalidates: [group.list, group.get],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={t('bulk.notice')}
      okText={kit('form.save')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving }}
      onOk={() => void save({ ids, notice })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('imGroup.field.notice')}
          htmlFor={id}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <Input.TextArea id={id} rows={5} maxLength={2000} showCount value={notice} onChange={({ target }) => setNotice(target.value)} />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={groupNotice} input={saving ? undefined : { ids, notice }} />
    </Modal>
  );
}
