import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { editorAdd, editorUpdate, managerAdd, managerTransfer, type MemberRow } from '../../common/member.contract.ts';
import { editorRights } from '../../common/words.ts';
import { memberSubject } from '../subjects.ts';

interface DialogProps {
  readonly snoId: string;
  readonly invalidates: readonly Endpoint[];
  readonly onClose: () => void;
}

/** What an editor may do. */
function RightsInput({ id, value = [], onChange }: { id?: string; value?: string[]; onChange?: (value: string[]) => void }): ReactElement {
  const t = useT('public-accounts');
  return (
    <Select<string[]>
      mode="multiple"
      {...(id !== undefined && { id })}
      value={value}
      options={editorRights.map((right) => ({ value: right, label: t(`snoMember.rights.${right}`) }))}
      {...(onChange && { onChange })}
    />
  );
}

const Manager = fieldsOf(managerAdd.input);
const Editor = fieldsOf(editorAdd.input);
const Change = fieldsOf(editorUpdate.input);
const Transfer = fieldsOf(managerTransfer.input);

/** Makes people managers of an account. */
export function AddManagers({ snoId, invalidates, onClose }: DialogProps): ReactElement {
  return (
    <SubjectContext value={memberSubject}>
      <FormDialog endpoint={managerAdd} initial={{ snoId, empIds: [] }} invalidates={invalidates} onClose={onClose}>
        <Manager.empIds>
          <EmployeePicker multiple />
        </Manager.empIds>
      </FormDialog>
    </SubjectContext>
  );
}

/** Makes people editors of an account. */
export function AddEditors({ snoId, invalidates, onClose }: DialogProps): ReactElement {
  return (
    <SubjectContext value={memberSubject}>
      <FormDialog
        endpoint={editorAdd}
        initial={{ snoId, empIds: [], rights: ['write', 'submit'] }}
        invalidates={invalidates}
        onClose={onClose}
      >
        <Editor.empIds>
          <EmployeePicker multiple />
        </Editor.empIds>
        <Editor.rights>
          <RightsInput />
        </Editor.rights>
      </FormDialog>
    </SubjectContext>
  );
}

/** Changes what editors may do. */
export function ChangeRights({ snoId, editors, invalidates, onClose }: DialogProps & { editors: readonly MemberRow[] }): ReactElement {
  return (
    <SubjectContext value={memberSubject}>
      <FormDialog
        endpoint={editorUpdate}
        title={editors.map(({ name }) => name).join(', ')}
        initial={{ snoId, empIds: editors.map(({ id }) => id), rights: editors[0]?.rights ?? [] }}
        input={({ rights }) => ({ snoId, empIds: editors.map(({ id }) => id), rights: rights as MemberRow['rights'] })}
        invalidates={invalidates}
        onClose={onClose}
      >
        <Change.rights>
          <RightsInput />
        </Change.rights>
      </FormDialog>
    </SubjectContext>
  );
}

/** Gives the place of a manager to somebody else. */
export function TransferDialog({ snoId, manager, invalidates, onClose }: DialogProps & { manager: MemberRow }): ReactElement {
  const t = useT('public-accounts');
  return (
    <SubjectContext value={memberSubject}>
      <FormDialog
        endpoint={managerTransfer}
        title={t('member.transfer', { name: manager.name })}
        initial={{ snoId, from: manager.id, to: null }}
        input={({ to }) => ({ snoId, from: manager.id, to: String(to) })}
        invalidates={invalidates}
        onClose={onClose}
      >
        <Transfer.to>
          <EmployeePicker />
        </Transfer.to>
      </FormDialog>
    </SubjectContext>
  );
}
