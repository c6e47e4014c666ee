import { Button, Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { TreeChoice } from '#kit/console/pickers/picker-source.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import {
  departmentDisable,
  departmentEnable,
  departmentGet,
  departmentList,
  departmentMove,
  departmentMovePreview,
  departmentRemove,
  departmentTree,
} from '../../common/department.contract.ts';
import { employeeList } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { department } from '../subjects.ts';
import { DepartmentForm } from './department-form.tsx';

interface DepartmentActionsProps {
  node: TreeChoice;
  onChanged: () => void;
}

const touched = [departmentTree, departmentList, departmentGet, employeeList] as const;
const code = userManagement.button;

/** What can be done with a department, from its line in the tree. */
export function DepartmentActions({ node, onChanged }: DepartmentActionsProps): ReactElement | null {
  const t = useT('user-centre');
  const [open, setOpen] = useState<'add' | 'edit' | 'move'>();
  if (node.disabled !== undefined) return null;
  const act = { names: [node.name], input: { ids: [node.id] }, invalidates: touched, onDone: onChanged, type: 'text' as const };
  const close = (): void => setOpen(undefined);
  return (
    <SubjectContext value={department}>
      <RowActions name={node.name}>
        <Permit code={code.addDept}>{(name) => <Choice name={name} onClick={() => setOpen('add')} />}</Permit>
        <Permit code={code.updateDept}>{(name) => <Choice name={name} onClick={() => setOpen('edit')} />}</Permit>
        <Permit code={code.moveDept}>{(name) => <Choice name={name} onClick={() => setOpen('move')} />}</Permit>
        <ActionButton endpoint={departmentEnable} {...act} />
        <ActionButton endpoint={departmentDisable} {...act} />
        <ActionButton endpoint={departmentRemove} {...act} impact={<p>{t('department.removeHint')}</p>} />
      </RowActions>
      {open === 'add' && <DepartmentForm parentId={node.id} onSaved={onChanged} onClose={close} />}
      {open === 'edit' && <DepartmentForm id={node.id} onSaved={onChanged} onClose={close} />}
      {open === 'move' && <MoveDialog node={node} onMoved={onChanged} onClose={close} />}
    </SubjectContext>
  );
}

function Choice({ name, onClick }: { name: string; onClick: () => void }): ReactElement {
  return (
    <Button type="text" onClick={onClick}>
      {name}
    </Button>
  );
}

/** Moves a department without a mouse: the new parent is chosen, the effect read, then it is moved. */
function MoveDialog({ node, onMoved, onClose }: { node: TreeChoice; onMoved: () => void; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const [parentId, setParentId] = useState<string>();
  const current = useRead(departmentGet, { id: node.id });
  const effect = useRead(departmentMovePreview, { id: node.id, parentId: parentId ?? node.id }, { enabled: parentId !== undefined });
  return (
    <Modal open title={t('department.moveTitle')} onCancel={onClose} footer={null}>
      <Form layout="vertical">
        <Form.Item label={t('department.field.parentId')} htmlFor="move-parent">
          <DepartmentPicker
            id="move-parent"
            value={parentId ?? null}
            onChange={(value) => setParentId(typeof value === 'string' ? value : undefined)}
          />
        </Form.Item>
      </Form>
      <p role="status">
        {effect.error instanceof Error && effect.error.message}
        {effect.data && !effect.error && t('department.moveEffect', effect.data)}
      </p>
      {parentId !== undefined && current.data && effect.data && (
        <ActionButton
          endpoint={departmentMove}
          confirm="none"
          type="primary"
          danger={false}
          names={[node.name]}
          input={{ id: node.id, parentId, version: current.data.version }}
          invalidates={touched}
          onDone={() => {
            onMoved();
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
