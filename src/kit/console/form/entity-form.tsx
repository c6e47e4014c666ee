import { Alert, Form, type FormInstance } from 'antd';
import { useEffect, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import './form.css';
import { FormInitial } from './form-initial.ts';
import type { FormValues } from './form-values.ts';

interface EntityFormProps {
  form: FormInstance;
  initial: FormValues;
  /** Mistakes that the server found. */
  issues: readonly Issue[];
  onSubmit: () => void;
  onChange?: (values: FormValues) => void;
  children: ReactNode;
}

/** The fields of an entity. What the server found wrong stands at its field; what belongs to no field on screen stands on top. */
export function EntityForm({ form, initial, issues, onSubmit, onChange, children }: EntityFormProps): ReactElement {
  const { placed, left } = place(form, issues);
  useEffect(() => {
    if (placed.size === 0) return;
    form.setFields([...placed].map(([name, errors]) => ({ name, errors })));
    const [first] = placed.keys();
    if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' });
    // The issues are the event; what is placed follows from them.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [issues, form]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key !== 's')) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <FormInitial value={initial}>
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        className="whk-form"
        onFinish={onSubmit}
        onKeyDown={onKeyDown}
        onValuesChange={(_changed, values: FormValues) => onChange?.(values)}
        scrollToFirstError={{ focus: true, block: 'center' }}
      >
        {left.length > 0 && <Alert type="error" showIcon title={left.map(({ message }) => message).join(' ')} role="alert" />}
        {children}
      </Form>
    </FormInitial>
  );
}

/** Which issue stands at which field: a path into a field (`assignments.0.title`) belongs to that field. */
function place(form: FormInstance, issues: readonly Issue[]): { placed: Map<string, string[]>; left: Issue[] } {
  const placed = new Map<string, string[]>();
  const left: Issue[] = [];
  for (const issue of issues) {
    const [name = ''] = issue.path.split('.');
    // A field that is on screen has an instance.
    if (name !== '' && form.getFieldInstance(name) !== undefined) placed.set(name, [...(placed.get(name) ?? []), issue.message]);
    else left.push(issue);
  }
  return { placed, left };
}
