import { Form, Radio } from 'antd';
import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { whiteAdd, whiteDraft, whiteList, whiteUpdate, type WhiteRow } from '../../common/whitelist.contract.ts';
import { memberKinds, type ListMemberKind } from '../../common/words.ts';
import { whiteSubject } from '../subjects.ts';

const F = fieldsOf(whiteDraft);
const E = fieldsOf(whiteUpdate.input);
const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker } as const;
const valuesOf = (row: unknown): FormValues => storedValues(whiteUpdate.input.omit({ id: true, version: true }), row);

/** Somebody new on the white list, or reason and end of an entry. */
export function WhiteForm({ row, onClose }: { row?: WhiteRow; onClose: () => void }): ReactElement {
  const t = useT('contacts');
  if (row) {
    return (
      <DrawerForm
        endpoint={whiteUpdate}
        subject={whiteSubject}
        title={row.name}
        initial={valuesOf(row)}
        target={{ id: row.id, version: row.version }}
        valuesOf={valuesOf}
        invalidates={[whiteList]}
        onClose={onClose}
      >
        <E.includeHidden />
        <E.reason />
        <E.until as="time" help={t('contactWhite.untilHelp')} />
      </DrawerForm>
    );
  }
  return (
    <DrawerForm
      endpoint={whiteAdd}
      subject={whiteSubject}
      initial={{ memberKind: 'employee', includeHidden: false }}
      invalidates={[whiteList]}
      onClose={onClose}
    >
      <F.memberKind>
        <KindChoice />
      </F.memberKind>
      <F.memberId>
        <MemberPicker />
      </F.memberId>
      <F.includeHidden help={t('contactWhite.hiddenHelp')} />
      <F.reason />
      <F.until as="time" help={t('contactWhite.untilHelp')} />
    </DrawerForm>
  );
}

interface KindChoiceProps {
  id?: string;
  value?: ListMemberKind;
  onChange?: (value: ListMemberKind) => void;
}

function KindChoice({ id, value, onChange }: KindChoiceProps): ReactElement {
  const t = useT('contacts');
  const form = Form.useFormInstance();
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      value={value}
      options={memberKinds.map((kind) => ({ value: kind, label: t(`contactWhite.memberKind.${kind}`) }))}
      onChange={(event) => {
        // Who was chosen is of another kind.
        form.setFieldValue('memberId', undefined);
        onChange?.(memberKinds.find((kind) => kind === event.target.value) ?? 'employee');
      }}
    />
  );
}

function MemberPicker(props: PickerProps): ReactElement {
  const kind: unknown = Form.useWatch('memberKind');
  const Picker = pickers[memberKinds.find((one) => one === kind) ?? 'employee'];
  return <Picker {...props} />;
}
