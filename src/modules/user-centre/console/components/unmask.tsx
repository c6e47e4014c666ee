import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { SensitiveField } from '../../common/employee-fields.ts';
import { employeeUnmask } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';

/** Shows one sensitive value in full, which is written into the audit. */
export function Unmask({ id, field }: { id: string; field: SensitiveField }): ReactElement {
  const [value, setValue] = useState<string | null>();
  const show = async (): Promise<void> => {
    try {
      setValue((await call(employeeUnmask, { id, field })).value);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  if (value !== undefined) return <strong>{value}</strong>;
  return (
    <Permit code={userManagement.button.unmask}>
      {(name) => <Button type="text" size="small" icon={<EyeOutlined />} aria-label={name} onClick={() => void show()} />}
    </Permit>
  );
}
