import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { MaskableField } from '../../common/employee-fields.ts';
import { employeeUnmask } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';

interface UnmaskProps {
  id: string;
  field: MaskableField | `extra.${string}`;
  /** What the field is called, where it is an extra one. */
  label?: string;
  /** What everybody sees. */
  masked: string | null;
}

/** A masked value; who may, sees it in full, which is written into the audit. */
export function Unmask({ id, field, label, masked }: UnmaskProps): ReactElement {
  const words = useWords();
  const [value, setValue] = useState<string | null>();
  const show = async (): Promise<void> => {
    try {
      setValue((await call(employeeUnmask, { id, field })).value);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <span className="uc-masked">
      {value ?? masked}
      {value === undefined && (
        <Permit code={userManagement.button.unmask}>
          {(name) => (
            <Button
              type="text"
              size="small"
              icon={<EyeOutlined />}
              aria-label={`${name}: ${label ?? words.field(field)}`}
              onClick={() => void show()}
            />
          )}
        </Permit>
      )}
    </span>
  );
}
