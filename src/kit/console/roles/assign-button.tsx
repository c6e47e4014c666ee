import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import { useActionName } from '../action/action-button.tsx';
import { useOff } from '../action/off-button.tsx';
import { ImpactPlace } from '../form/impact-line.tsx';
import { useSave } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '../pickers/pickers.tsx';
import { PreviewEffect } from './preview-effect.tsx';
import { UntilField } from './until-field.tsx';
import { useHoldingArea } from './role-area.ts';

interface AssignProps {
  kind: MemberKind;
  roleId: string;
  readings: readonly Endpoint[];
}

const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker };

/** Gives the role to people, departments or crowds, for ever or until a time; what that gives to how many is shown first. */
export function AssignButton({ kind, roleId, readings }: AssignProps): ReactElement | null {
  const { contract } = useHoldingArea();
  const endpoint = { employee: contract.assignEmployees, department: contract.assignDepartments, crowd: contract.assignCrowds }[kind];
  const { granted, name } = useActionName(endpoint);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && (
        <AssignDialog kind={kind} roleId={roleId} readings={readings} endpoint={endpoint} name={name} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface DialogProps extends AssignProps {
  endpoint: ReturnType<typeof useHoldingArea>['contract']['assignEmployees'];
  name: string;
  onClose: () => void;
}

function AssignDialog({ kind, roleId, readings, endpoint, name, onClose }: DialogProps): ReactElement {
  const off = useOff();
  const t = useT('kit');
  const [ids, setIds] = useState<readonly string[]>([]);
  const [until, setUntil] = useState<number | null>(null);
  const { save, saving, issues } = useSave(endpoint, { invalidates: readings, onSaved: onClose });
  const area = useHoldingArea();
  const Picker = pickers[kind];
  const request = { roleId, ids: [...ids], until };
  return (
    <Modal
      open
      title={name}
      okText={name}
      okButtonProps={{ ...off(ids.length === 0 && 'choice'), loading: saving }}
      onOk={() => void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t(`role.members.${kind}`)} htmlFor="assign-ids">
          <Picker id="assign-ids" multiple value={ids} onChange={(value) => setIds(Array.isArray(value) ? value : [])} />
        </Form.Item>
        <UntilField id="assign-until" value={until} onChange={setUntil} />
      </Form>
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {ids.length > 0 && 'rights' in area && <PreviewEffect input={{ roleId, add: ids.map((id) => ({ kind, id })) }} />}
      {ids.length > 0 &&
        area.membersImpact?.(
          roleId,
          'add',
          ids.map((id) => ({ kind, id })),
        )}
      <ImpactPlace endpoint={endpoint} input={ids.length > 0 && !saving ? request : undefined} />
    </Modal>
  );
}
