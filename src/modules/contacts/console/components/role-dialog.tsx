import { Form, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactPlace } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { contactRole } from '../../common/role.contract.ts';
import { contactRoleUserCounts, contactRoleUsers } from '../../common/role-user.contract.ts';

/** The code of the role that everybody holds who holds no other: nobody is put into it. */
const everyone = 'contact_everyone';

/** What may be old after somebody got or lost a role. */
export const holderReadings = [contactRoleUsers, contactRoleUserCounts, contactRole.getRoleEmpList, contactRole.list, contactRole.find];

interface RoleDialogProps {
  /** Gives a role by name, or takes one that was given by name. */
  way: 'assign' | 'remove';
  people: readonly { id: string; name: string }[];
  onDone: () => void;
  onClose: () => void;
}

/** Puts people into a role by name, or takes them out; what they hold by a department or a crowd stays. */
export function RoleDialog({ way, people, onDone, onClose }: RoleDialogProps): ReactElement {
  const off = useOff();
  const t = useT('contacts');
  const kit = useT('kit');
  const id = useId();
  const [roleId, setRole] = useState<string>();
  const ids = people.map((one) => one.id);
  const ends = { invalidates: holderReadings, onSaved: onDone };
  const assign = useSave(contactRole.assignEmployees, ends);
  const remove = useSave(contactRole.removeMembers, ends);
  const endpoint = way === 'assign' ? contactRole.assignEmployees : contactRole.removeMembers;
  const { name } = useActionName(endpoint);
  const saving = assign.saving || remove.saving;
  const save = (role: string): void => {
    if (way === 'assign') void assign.save({ roleId: role, ids });
    else void remove.save({ roleId: role, kind: 'employee', ids });
  };
  const issues = [...assign.issues, ...remove.issues];
  return (
    <Modal
      open
      title={name}
      okText={name}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(roleId === undefined && 'choice'), danger: way === 'remove' }}
      onOk={() => roleId !== undefined && save(roleId)}
      onCancel={onClose}
    >
      <p>{people.map((one) => one.name).join(t('range.and'))}</p>
      <Form layout="vertical">
        <Form.Item
          label={t('contactRole')}
          htmlFor={id}
          extra={way === 'remove' ? t('roleUser.removeHint') : undefined}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <RolePicker
            id={id}
            search={contactRole.search}
            without={everyone}
            value={roleId ?? null}
            onChange={(picked) => setRole(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      {way === 'assign' ? (
        <ImpactPlace endpoint={contactRole.assignEmployees} input={roleId === undefined || saving ? undefined : { roleId, ids }} />
      ) : (
        <ImpactPlace
          endpoint={contactRole.removeMembers}
          input={roleId === undefined || saving ? undefined : { roleId, kind: 'employee', ids }}
        />
      )}
    </Modal>
  );
}
