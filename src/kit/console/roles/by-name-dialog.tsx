import { Form, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import type { HoldingContract } from '#kit/common/role/role.contract.ts';
import { useActionName } from '../action/action-button.tsx';
import { useOff } from '../action/off-button.tsx';
import { ImpactPlace } from '../form/impact-line.tsx';
import { useSave } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { useWords, type Subject } from '../page/subject.ts';
import { RolePicker } from './role-picker.tsx';

interface ByNameDialogProps {
  contract: HoldingContract;
  /** How a role is called. */
  subject: Subject;
  /** The code of the role that everybody holds: nobody is put into it. */
  without: string;
  /** Gives a role by name, or takes one that was given by name. */
  way: 'assign' | 'remove';
  people: readonly { id: string; name: string }[];
  /** What may be old afterwards. */
  readings: readonly Endpoint[];
  onDone: () => void;
  onClose: () => void;
}

/** Puts people into a role by name, or takes them out; what they hold by a department or a dynamic group stays. */
export function ByNameDialog({ contract, subject, without, way, people, readings, onDone, onClose }: ByNameDialogProps): ReactElement {
  const off = useOff();
  const t = useT('kit');
  const words = useWords(subject);
  const id = useId();
  const [roleId, setRole] = useState<string>();
  const ids = people.map((one) => one.id);
  const ends = { invalidates: readings, onSaved: onDone, undoable: true };
  const assign = useSave(contract.assignEmployees, ends);
  const remove = useSave(contract.removeMembers, ends);
  const { name } = useActionName(way === 'assign' ? contract.assignEmployees : contract.removeMembers);
  const saving = assign.saving || remove.saving;
  const save = (role: string): void => {
    if (way === 'assign') void assign.save({ roleId: role, ids });
    else void remove.save({ roleId: role, kind: 'employee', ids });
  };
  const issues = [...assign.issues, ...remove.issues];
  const asked = roleId === undefined || saving ? undefined : roleId;
  return (
    <Modal
      open
      title={name}
      okText={name}
      cancelText={t('form.cancel')}
      okButtonProps={{ loading: saving, ...off(roleId === undefined && 'choice'), danger: way === 'remove' }}
      onOk={() => roleId !== undefined && save(roleId)}
      onCancel={onClose}
    >
      <p>{people.map((one) => one.name).join(', ')}</p>
      <Form layout="vertical">
        <Form.Item
          label={words.kind()}
          htmlFor={id}
          extra={way === 'remove' ? t('role.byNameHint') : undefined}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <RolePicker
            id={id}
            search={contract.search}
            without={without}
            value={roleId ?? null}
            onChange={(picked) => setRole(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      {way === 'assign' ? (
        <ImpactPlace endpoint={contract.assignEmployees} input={asked === undefined ? undefined : { roleId: asked, ids }} />
      ) : (
        <ImpactPlace endpoint={contract.removeMembers} input={asked === undefined ? undefined : { roleId: asked, kind: 'employee', ids }} />
      )}
    </Modal>
  );
}
