import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { contactRole } from '../../common/role.contract.ts';
import { specialChange, specialDraft } from '../../common/special.contract.ts';
import { contactFunctions, specialModes, type ContactFunction } from '../../common/words.ts';
import { ExceptionsInput, OverridesInput } from './overrides-input.tsx';

/** The fields of a new rule. */
export const newFields = fieldsOf(specialDraft);
/** The fields of a rule that is changed. */
export const changedFields = fieldsOf(specialChange);

type Names =
  | 'name'
  | 'code'
  | 'ownerDeptId'
  | 'description'
  | 'mode'
  | 'proxyEmpId'
  | 'until'
  | 'fields'
  | 'deniedFunctions'
  | 'exceptionsSee'
  | 'exceptionRoleIds';

/** What a rule does; who is an exception and whom it protects have pages of their own. */
export function SpecialFields({ of: F }: { of: Pick<typeof newFields, Names> }): ReactElement {
  const t = useT('contacts');
  const chosen: unknown = Form.useWatch('mode');
  const mode = specialModes.find((one) => one === chosen);
  // Of who is hidden nothing is shown, so that nothing is to be said about it.
  const isShown = mode !== undefined && mode !== 'hidden';
  return (
    <>
      <F.name />
      <F.code />
      <F.ownerDeptId help={t('special.ownerHelp')}>
        <DepartmentPicker />
      </F.ownerDeptId>
      <F.description />
      <F.mode help={mode && t(`special.means.${mode}`)} />
      {mode === 'protected' && (
        <F.proxyEmpId help={t('special.proxyHelp')}>
          <EmployeePicker />
        </F.proxyEmpId>
      )}
      <F.until as="time" help={t('special.untilHelp')} />
      {isShown && (
        <>
          <F.fields wide help={t('special.fieldsHelp')}>
            <OverridesInput />
          </F.fields>
          <F.deniedFunctions wide>
            <FunctionsSelect />
          </F.deniedFunctions>
        </>
      )}
      <F.exceptionsSee wide>
        <ExceptionsInput />
      </F.exceptionsSee>
      <F.exceptionRoleIds wide help={t('special.rolesHelp')}>
        <RolePicker search={contactRole.search} multiple />
      </F.exceptionRoleIds>
    </>
  );
}

interface FunctionsSelectProps {
  id?: string;
  value?: readonly ContactFunction[];
  onChange?: (value: ContactFunction[]) => void;
}

function FunctionsSelect({ id, value = [], onChange }: FunctionsSelectProps): ReactElement {
  const t = useT('contacts');
  return (
    <Select<ContactFunction[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      value={[...value]}
      showSearch={{ optionFilterProp: 'label' }}
      options={contactFunctions.map((one) => ({ value: one, label: t(`function.${one}`) }))}
      onChange={(next) => onChange?.(next.toSorted())}
    />
  );
}
