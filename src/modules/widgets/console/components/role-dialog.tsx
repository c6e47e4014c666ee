import { Form, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { mamRole } from '../../common/role.contract.ts';

const readings = [mamRole.roleEmpList, mamRole.getRoleEmpList, mamRole.list, mamRole.find];

interface RoleDialogProps {
  way: 'assign' | 'remove';
  people: readonly { id: string; name: string }[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives people an app role by name, or takes one away that was given by name. */
export function RoleDialog({ way, people, onDone, onClose }: RoleDialogProps): ReactElement {
  const off = useOff();
  const t = useT('widgets');
  const kit = useT('kit');
  const field = useId();
  const [roleId, setRole] = useState<string>();
  const ids = people.map(({ id }) => id);
  const ends = { invalidates: readings, onSaved: onDone, undoable: true };
  const assign = useSave(mamRole.assignEmployees, ends);
  const remove = useSave(mamRole.removeMembers, ends);
  const saving = assign.saving || remove.saving;
  const title = t(way === 'assign' ? 'mamRole.give' : 'mamRole.take');
  const save = (role: string): void => {
    if (way === 'assign') void assign.save({ roleId: role, ids });
    else void remove.save({ roleId: role, kind: 'employee', ids });
  };
  const issues = [...assign.issues, ...remove.issues];
  return (
    <Modal
      open
      title={title}
      okText={title}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(roleId === undefined && 'choice'), danger: way === 'remove' }}
      onOk={() => roleId !== undefined && save(roleId)}
      onCancel={onClose}
    >
      <p>{people.map(({ name }) => name).join(', ')}</p>
      <Form layout="vertical">
        <Form.Item
          label={t('mamRole')}
          htmlFor={field}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <RolePicker
            id={field}
            search={mamRole.search}
            without="mam_everyone"
            value={roleId ?? null}
            onChange={(picked) => setRole(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      {way === 'assign' ? (
        <ImpactLine endpoint={mamRole.assignEmployees} input={roleId === undefined || saving ? undefined : { roleId, ids }} />
      ) : (
        <ImpactLine
          endpoint={mamRole.removeMembers}
          input={roleId === undefined || saving ? undefined : { roleId, kind: 'employee', ids }}
        />
      )}
    </Modal>
  );
}
