import { Form, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { valueDraft } from '../../common/value.contract.ts';

const F = fieldsOf(valueDraft);
const platforms = ['1', '2', '4', '5', '8'] as const;

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
          <RoleSelect />
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
      options={platforms.map((one) => ({ value: one, label: t(`platform.${one}`) }))}
      onChange={(next) => onChange?.(next ?? '')}
    />
  );
}

/** A system role; who may not see the roles types its id. */
function RoleSelect({ id, value, onChange }: InputProps): ReactElement {
  const [text, setText] = useState('');
  const { data, error } = useRead(sysRole.search, { text });
  if (error) return <Input {...(id !== undefined && { id })} value={value ?? ''} onChange={(event) => onChange?.(event.target.value)} />;
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch={{ filterOption: false, onSearch: setText }}
      value={value || null}
      options={(data?.list ?? []).map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next) => onChange?.(next ?? '')}
    />
  );
}
