import { Form, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { group, groupChangeType } from '../../common/group.contract.ts';
import { TypeSelect } from '../type-select.tsx';

/** Gives groups another type. */
export function TypeDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const id = useId();
  const [typeId, setType] = useState<string>();
  const { save, saving } = useSave(groupChangeType, {
    invalidates: [group.list, group.get],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const request = typeId === undefined ? undefined : { ids, typeId };
  return (
    <Modal
      open
      title={t('bulk.type')}
      okText={kit('form.save')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!request && 'fields') }}
      onOk={() => request && void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('imGroup.field.typeId')} htmlFor={id} extra={t('bulk.typeHelp')}>
          <TypeSelect id={id} value={typeId ?? null} onChange={(next) => setType(typeof next === 'string' ? next : undefined)} />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={groupChangeType} input={saving ? undefined : request} />
    </Modal>
  );
}
