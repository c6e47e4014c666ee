import { Input, InputNumber, Select, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import type { PropertyRules, PropertyType } from '#kit/common/property.ts';

interface ValueInputProps {
  type: PropertyType;
  rules: PropertyRules | null;
  secret: boolean;
  /** From the form. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  disabled?: boolean;
}

/** The input that a property's type asks for. */
export function ValueInput(props: ValueInputProps): ReactElement {
  const { type, rules, secret, id, value, onChange, disabled } = props;
  const common = { ...(id !== undefined && { id }), disabled: disabled ?? false };
  const text = typeof value === 'string' ? value : '';
  if (secret)
    return <Input.Password {...common} autoComplete="new-password" value={text} onChange={(event) => onChange?.(event.target.value)} />;
  if (rules?.enum && type !== 'list')
    return (
      <Select
        {...common}
        allowClear
        value={value ?? null}
        options={rules.enum.map((one) => ({ value: one, label: String(one) }))}
        onChange={(next) => onChange?.(next)}
      />
    );
  if (type === 'boolean') return <Switch {...common} checked={value === true} onChange={(next) => onChange?.(next)} />;
  if (type === 'integer' || type === 'number')
    return (
      <InputNumber
        {...common}
        {...(type === 'integer' && { precision: 0 })}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange?.(next)}
      />
    );
  if (type === 'color')
    return (
      <Input
        {...common}
        placeholder="#000000"
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
        // The browser's own picker beside the value; that of the library would be fetched with every first page.
        prefix={
          <input
            type="color"
            tabIndex={-1}
            aria-hidden="true"
            className="pr-swatch"
            disabled={common.disabled}
            value={/^#[\da-f]{6}$/i.test(text) ? text : '#000000'}
            onChange={(event) => onChange?.(event.target.value)}
          />
        }
      />
    );
  if (type === 'json') return <JsonInput {...props} />;
  if (type === 'list')
    return <Select {...common} mode="tags" value={Array.isArray(value) ? value.map(String) : []} onChange={(next) => onChange?.(next)} />;
  if (type === 'text') return <Input.TextArea {...common} rows={5} value={text} onChange={(event) => onChange?.(event.target.value)} />;
  return <Input {...common} value={text} onChange={(event) => onChange?.(event.target.value)} />;
}

/** JSON as text: while it does not read, the text itself is the value, which the server refuses. */
function JsonInput({ id, value, onChange, disabled }: ValueInputProps): ReactElement {
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)));
  const type = (next: string): void => {
    setText(next);
    onChange?.(readOf(next));
  };
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      disabled={disabled ?? false}
      rows={8}
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function readOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
