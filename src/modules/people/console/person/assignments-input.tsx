import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Radio } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import '../people.css';

/** One department of a person, as the form holds it. */
interface Assignment {
  /** Absent until it is chosen. */
  departmentId?: string | undefined;
  primary: boolean;
  title: string | null;
}

interface AssignmentsInputProps {
  value?: readonly Assignment[];
  onChange?: (value: readonly Assignment[]) => void;
  disabled?: boolean;
  id?: string;
}

/** Most departments that one person may be in. */
const most = 20;

/** The departments of a person: each with the title there, exactly one of them primary. */
export function AssignmentsInput({ value = [], onChange, disabled = false, id }: AssignmentsInputProps): ReactElement {
  const t = useT('user-centre');
  const change = (at: number, part: Partial<Assignment>): void => onChange?.(value.map((one, n) => (n === at ? { ...one, ...part } : one)));
  const remove = (at: number): void => {
    const left = value.filter((_one, n) => n !== at);
    onChange?.(left.some(({ primary }) => primary) ? left : left.map((one, n) => ({ ...one, primary: n === 0 })));
  };
  return (
    <div className="uc-assignments" role="group" {...(id !== undefined && { id })} aria-label={t('employee.field.assignments')}>
      {value.map((assignment, at) => (
        <div key={at}>
          <DepartmentPicker
            aria-label={`${t('employee.field.department')} ${at + 1}`}
            disabled={disabled}
            value={assignment.departmentId ?? null}
            onChange={(picked) => change(at, { departmentId: typeof picked === 'string' ? picked : undefined })}
          />
          {/* An item of its own: the title is optional, and what is wrong with the department does not colour it. */}
          <Form.Item className="uc-assignment-title">
            <Input
              aria-label={t('people.titleThere', { number: at + 1 })}
              placeholder={t('people.titleHere')}
              maxLength={100}
              disabled={disabled}
              value={assignment.title ?? ''}
              onChange={(event) => change(at, { title: event.target.value || null })}
            />
          </Form.Item>
          <Radio
            checked={assignment.primary}
            disabled={disabled}
            onChange={() => onChange?.(value.map((one, n) => ({ ...one, primary: n === at })))}
          >
            {t('employee.field.primary')}
          </Radio>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('people.removeDepartment', { number: at + 1 })}
            disabled={disabled || value.length < 2}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={disabled || value.length >= most}
        onClick={() => onChange?.([...value, { primary: value.length === 0, title: null }])}
      >
        {t('people.addDepartment')}
      </Button>
    </div>
  );
}
