import { Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { departmentGet, departmentMove, departmentMovePreview } from '../../common/department.contract.ts';
import { departmentReadings, moveFacts } from './move-department.ts';
import { RoleTurns } from '../person/role-turns.tsx';

interface MoveDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Moves a department without a mouse: the new parent is chosen, the effect read, then it is moved. */
export function MoveDialog({ id, name, onClose }: MoveDialogProps): ReactElement {
  const t = useT('user-centre');
  const [parentId, setParentId] = useState<string>();
  const current = useRead(departmentGet, { id });
  const effect = useRead(departmentMovePreview, { id, parentId: parentId ?? id }, { enabled: parentId !== undefined });
  const known = parentId !== undefined && current.data && effect.data && !effect.error;
  return (
    <Modal
      open
      title={`${t('department.moveTitle')}: ${name}`}
      onCancel={onClose}
      footer={
        known && (
          <ActionButton
            endpoint={departmentMove}
            confirm="none"
            type="primary"
            danger={false}
            names={[name]}
            input={{ id, parentId, version: current.data.version }}
            invalidates={departmentReadings}
            onDone={onClose}
          />
        )
      }
    >
      <Form layout="vertical">
        <Form.Item label={t('department.newParent')} htmlFor="move-parent">
          <DepartmentPicker
            id="move-parent"
            value={parentId ?? null}
            onChange={(value) => setParentId(typeof value === 'string' ? value : undefined)}
          />
        </Form.Item>
      </Form>
      <p role="status">
        {effect.error?.message}
        {known && t('department.moveEffect', moveFacts(effect.data))}
      </p>
      {known && <RoleTurns roles={effect.data.roles} />}
    </Modal>
  );
}
