import { Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { platformKeys } from '#kit/common/client/platforms.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { valueDraft } from '../../common/value.contract.ts';

const F = fieldsOf(valueDraft);

interface InputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** Where a value holds: the kind of scope, and which one. */
export function ScopeFields(): ReactElement {
  const t = useT('property');
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('scopeKind', form);
  return (
    <>
      <F.scopeKind />
      {kind === 'app' && <F.scopeId help={t('scope.appHelp')} />}
      {kind === 'platform' && (
        <F.scopeId>
          <PlatformSelect />
        </F.scopeId>
      )}
      {kind === 'department' && (
        <F.scopeId>
          <DepartmentPicker />
        </F.scopeId>
      )}
      {kind === 'employee' && (
        <F.scopeId>
          <EmployeePicker />
        </F.scopeId>
      )}
      {kind === 'crowd' && (
        <F.scopeId>
          <CrowdPicker />
        </F.scopeId>
      )}
      {kind === 'role' && (
        <F.scopeId>
          <RoleScope />
        </F.scopeId>
      )}
    </>
  );
}

/** A platform by its number. */
export function PlatformSelect({ id, value, onChange }: InputProps): ReactElement {
  const t = useT('property');
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      value={value || null}
      options={platformKeys.map((one) => ({ value: one, label: t(`platform.${one}`) }))}
      onChange={(next) => onChange?.(next ?? '')}
    />
  );
}

/** A system role; who may not see the roles types its id. */
function RoleScope({ id, value, onChange }: InputProps): ReactElement {
  const may = useMay();
  if (!may(sysRole.search))
    return <Input {...(id !== undefined && { id })} value={value ?? ''} onChange={(event) => onChange?.(event.target.value)} />;
  return (
    <RolePicker
      {...(id !== undefined && { id })}
      search={sysRole.search}
      value={value || null}
      onChange={(picked) => onChange?.(typeof picked === 'string' ? picked : '')}
    />
  );
}
