import { Form } from 'antd';
import { useId, type ReactElement } from 'react';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';

interface PersonFieldProps {
  label: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** One person, chosen under a label. */
export function PersonField({ label, value, onChange }: PersonFieldProps): ReactElement {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id}>
      <EmployeePicker id={id} value={value ?? null} onChange={(picked) => onChange(typeof picked === 'string' ? picked : undefined)} />
    </Form.Item>
  );
}
