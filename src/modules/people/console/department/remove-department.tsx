import { Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { ImpactPlace } from '#kit/console/form/impact-line.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { departmentGet, departmentRemove } from '../../common/department.contract.ts';
import { departmentReadings } from './move-department.ts';
import { Uses } from './uses.tsx';

interface RemoveDepartmentProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Deletes a department; when it is not empty, only after saying where its people and departments go. */
export function RemoveDepartment({ id, name, onClose }: RemoveDepartmentProps): ReactElement {
  const t = useT('user-centre');
  const [moveTo, setMoveTo] = useState<string>();
  const { data } = useRead(departmentGet, { id });
  const empty = data?.directCount === 0 && data.childCount === 0;
  const used = data !== undefined && data.usedBy.length > 0;
  const input = { ids: [id], ...(moveTo !== undefined && { moveTo }) };
  return (
    <Modal
      open
      title={t('department.removeTitle', { name })}
      onCancel={onClose}
      footer={
        data &&
        !used && (
          <ActionButton
            endpoint={departmentRemove}
            // This dialog is the question.
            confirm="none"
            type="primary"
            names={[name]}
            disabled={!empty && moveTo === undefined}
            input={input}
            invalidates={departmentReadings}
            onDone={onClose}
          />
        )
      }
    >
      {!data && <WaitingForm lines={2} />}
      {data && used && (
        <>
          <p>{t('department.removeUsed')}</p>
          <Uses uses={data.usedBy} none="" />
        </>
      )}
      {data && !used && (
        <p>{empty ? t('department.removeEmpty') : t('department.removeFull', { people: data.directCount, children: data.childCount })}</p>
      )}
      {data && !used && !empty && (
        <Form layout="vertical">
          <Form.Item label={t('department.moveTo')} htmlFor="remove-to">
            <DepartmentPicker
              id="remove-to"
              value={moveTo ?? null}
              onChange={(value) => setMoveTo(typeof value === 'string' ? value : undefined)}
            />
          </Form.Item>
        </Form>
      )}
      {data && !used && <ImpactPlace endpoint={departmentRemove} input={empty || moveTo !== undefined ? input : undefined} />}
    </Modal>
  );
}
