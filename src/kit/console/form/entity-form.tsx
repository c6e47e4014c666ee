import { Alert, Form, type FormInstance } from 'antd';
import { useEffect, useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import type { Issue } from '#kit/common/codes.ts';
// Where a form is, its fields are here too: one could press Save before they came, and nothing would be checked.
import './form-field.tsx';
import './form.css';
import { FormInitial } from './form-initial.ts';
import type { FormValues } from './form-values.ts';

interface EntityFormProps {
  form: FormInstance;
  initial: FormValues;
  /** The initial values are those of a stored object: what nobody touches is not checked again. */
  stored?: boolean;
  /** Only to be read. */
  disabled?: boolean;
  /** Mistakes that the server found. */
  issues: readonly Issue[];
  /** Every field is right as far as the schema can tell. */
  onSubmit: () => void;
  onChange?: (values: FormValues) => void;
  children: ReactNode;
}

/** The fields of an entity. What the server found wrong stands at its field; what belongs to no field on screen stands on top. */
export function EntityForm({
  form,
  initial,
  stored = false,
  disabled = false,
  issues,
  onSubmit,
  onChange,
  children,
}: EntityFormProps): ReactElement {
  const name = useId();
  const { placed, left } = place(form, issues);
  useEffect(() => {
    if (placed.size === 0) return;
    form.setFields([...placed].map(([path, errors]) => ({ name: path.split('.'), errors })));
    const [first] = placed.keys();
    if (first !== undefined) focusField(name, first.replaceAll('.', '_'));
    // The issues are the event; what is placed follows from them.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [issues, form]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key !== 's')) return;
    event.preventDefault();
    form.submit();
  };
  return (
    <FormInitial value={stored ? initial : nothingStored}>
      <Form
        form={form}
        name={name}
        layout="vertical"
        initialValues={initial}
        disabled={disabled}
        className="whk-form"
        onFinish={onSubmit}
        onKeyDown={onKeyDown}
        onValuesChange={(changed: FormValues, values: FormValues) => {
          checkAgain(form, changed);
          onChange?.(values);
        }}
        onFinishFailed={({ errorFields: [first] }) => first && focusField(name, first.name.join('_'))}
      >
        {left.length > 0 && <Alert type="error" showIcon title={left.map(({ message }) => message).join(' ')} role="alert" />}
        {children}
      </Form>
    </FormInitial>
  );
}

const nothingStored: FormValues = {};

/** What was found wrong with a field is looked at again with each change of it: `Required` does not stand under what is filled in. */
function checkAgain(form: FormInstance, changed: FormValues): void {
  const wrong = form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 && String(name[0]) in changed ? [name] : []));
  if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined);
}

/** Brings a field into view and the cursor into it; one of several inputs gives it to its first. */
function focusField(form: string, field: string): void {
  const element = document.getElementById(`${form}_${field}`);
  const target = element?.matches('input, textarea, button, [tabindex]')
    ? element
    : element?.querySelector<HTMLElement>('input, textarea, button');
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/** Which issue stands at which field: a path into a field (`assignments.0.title`) belongs to that field, the nearest where they are nested. */
function place(form: FormInstance, issues: readonly Issue[]): { placed: Map<string, string[]>; left: Issue[] } {
  const placed = new Map<string, string[]>();
  // Before its first drawing a form knows no fields, and says so on the browser's console.
  if (issues.length === 0) return { placed, left: [] };
  const onScreen = new Set(form.getFieldsError().map((field) => field.name.join('.')));
  const left: Issue[] = [];
  for (const issue of issues) {
    const parts = issue.path.split('.');
    const name = parts.map((_, at) => parts.slice(0, parts.length - at).join('.')).find((one) => onScreen.has(one));
    if (name !== undefined) placed.set(name, [...(placed.get(name) ?? []), issue.message]);
    else left.push(issue);
  }
  return { placed, left };
}
