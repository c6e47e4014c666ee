import { Form, Radio } from 'antd';
import type { ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { contactImpact } from '../../common/insight.contract.ts';
import { whiteAdd, whiteDraft, whiteList, whiteUpdate, type WhiteRow } from '../../common/whitelist.contract.ts';
import { memberKinds, type ListMemberKind } from '../../common/words.ts';
import { agreedTo, ChosenImpact, RuleImpact, type Requested } from './rule-impact.tsx';
import { whiteSubject } from '../subjects.ts';

const F = fieldsOf(whiteDraft);
const E = fieldsOf(whiteUpdate.input);
const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker } as const;
const valuesOf = (row: unknown): FormValues => storedValues(whiteUpdate.input.omit({ id: true, version: true }), row);

/** Form of a new entry of the allow list, or of reason and end of an existing one. */
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
        input={(changed) => ({ ...changed, ...agreedTo(changedEntry(row, changed)) }) as Input<typeof whiteUpdate>}
        impact={(values) => <RuleImpact request={changedEntry(row, values)} />}
        invalidates={[whiteList, contactImpact]}
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
      input={(values) => withAgreed(values) as Input<typeof whiteAdd>}
      impact={(values) => <ChosenImpact request={newEntry(values)} />}
      invalidates={[whiteList, contactImpact]}
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

const kindIn = (value: unknown): ListMemberKind | undefined => memberKinds.find((one) => one === value);

/** An entry as it is typed, once it names somebody. */
function newEntry({ memberKind, memberId, includeHidden }: FormValues): Requested | undefined {
  const kind = kindIn(memberKind);
  if (!kind || typeof memberId !== 'string' || memberId === '') return undefined;
  return { kind: 'whitelist', add: { kind, id: memberId }, includeHidden: includeHidden === true };
}

function withAgreed(values: FormValues): FormValues {
  const request = newEntry(values);
  return { ...values, ...(request && agreedTo(request)) };
}

/** An entry in the place of the one that is stored. */
function changedEntry({ id, memberKind, memberId, ...stored }: WhiteRow, { includeHidden }: FormValues): Requested {
  const isIncluding = typeof includeHidden === 'boolean' ? includeHidden : stored.includeHidden;
  return { kind: 'whitelist', removeId: id, add: { kind: memberKind, id: memberId }, includeHidden: isIncluding };
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
        onChange?.(kindIn(event.target.value) ?? 'employee');
      }}
    />
  );
}

function MemberPicker(props: PickerProps): ReactElement {
  const kind: unknown = Form.useWatch('memberKind');
  const Picker = pickers[kindIn(kind) ?? 'employee'];
  return <Picker {...props} />;
}
