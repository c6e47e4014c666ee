import { Alert, Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactPlace } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { UntilField } from '#kit/console/roles/until-field.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { rights, sysRole } from '../../common/role.contract.ts';

interface GiveRoleProps {
  /** To whom; chosen in the dialog unless said. */
  employee?: { id: string; name: string };
  onClose: () => void;
}

/** Gives a system role to people by name, for ever or until a time. */
export function GiveRole({ employee, onClose }: GiveRoleProps): ReactElement {
  const off = useOff();
  const t = useT('kit');
  const name = useT('system')('holders.give');
  const [ids, setIds] = useState<readonly string[]>(employee ? [employee.id] : []);
  const [roleId, setRoleId] = useState<string>();
  const [until, setUntil] = useState<number | null>(null);
  const readings = [sysRole.roleEmpList, sysRole.getRoleEmpList, sysRole.list, sysRole.find, rights.whoCan];
  const { save, saving, issues } = useSave(sysRole.assignEmployees, { invalidates: readings, onSaved: onClose });
  const request = roleId !== undefined && ids.length > 0 ? { roleId, ids: [...ids], until } : undefined;
  return (
    <Modal
      open
      title={employee ? `${name} · ${employee.name}` : name}
      okText={name}
      okButtonProps={{ ...off(request === undefined && 'choice'), loading: saving }}
      onOk={() => request && void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {!employee && (
          <Form.Item label={t('role.members.employee')} htmlFor="give-ids">
            <EmployeePicker id="give-ids" multiple value={ids} onChange={(value) => setIds(Array.isArray(value) ? value : [])} />
          </Form.Item>
        )}
        <Form.Item label={t('member.field.roles')} htmlFor="give-role">
          <RolePicker
            id="give-role"
            search={sysRole.search}
            value={roleId ?? null}
            onChange={(picked) => setRoleId(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
        <UntilField id="give-until" value={until} onChange={setUntil} />
      </Form>
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      <ImpactPlace endpoint={sysRole.assignEmployees} input={saving ? undefined : request} />
    </Modal>
  );
}
