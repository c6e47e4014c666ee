import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { configTypes, OtherConfigRow } from '../../common/other-config.contract.ts';

type ConfigType = (typeof configTypes)[number];

interface ValueInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly setting: Pick<OtherConfigRow, 'type' | 'options' | 'min' | 'max'>;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** A value of a setting, entered as its type asks for. */
export function ValueInput({ id, label, setting, value, onChange }: ValueInputProps): ReactElement {
  const shared = { ...(id !== undefined && { id }), ...(label !== undefined && { 'aria-label': label }) };
  const { type, options, min, max } = setting;
  if (type === 'boolean') return <Switch {...shared} checked={value === true} onChange={(on) => onChange?.(on)} />;
  if (type === 'integer' || type === 'number')
    return (
      <InputNumber
        {...shared}
        value={typeof value === 'number' ? value : null}
        {...(min !== null && { min })}
        {...(max !== null && { max })}
        {...(type === 'integer' && { precision: 0 })}
        onChange={(number) => onChange?.(number)}
      />
    );
  if (type === 'select')
    return (
      <Select
        {...shared}
        className="settings-select"
        value={typeof value === 'string' && value !== '' ? value : undefined}
        options={options.map((one) => ({ value: one, label: one }))}
        onChange={(chosen: string) => onChange?.(chosen)}
      />
    );
  if (type === 'json') return <JsonInput {...shared} value={value} onChange={onChange} />;
  return (
    <Input
      {...shared}
      maxLength={4000}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

interface JsonInputProps {
  value: unknown;
  onChange: ((value: unknown) => void) | undefined;
}

/** JSON as it is typed; what can be read of it is the value. */
function JsonInput({ value, onChange, ...shared }: JsonInputProps): ReactElement {
  const t = useT('app-settings');
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)));
  const [wrong, setWrong] = useState(false);
  return (
    <>
      <Input.TextArea
        {...shared}
        rows={6}
        status={wrong ? 'error' : ''}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          try {
            onChange?.(JSON.parse(target.value));
            setWrong(false);
          } catch {
            setWrong(true);
          }
        }}
      />
      {wrong && <small role="alert">{t('otherConfig.jsonMistake')}</small>}
    </>
  );
}

interface AnyValueInputProps {
  readonly id?: string;
  readonly types: readonly ConfigType[];
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** The default value of a new setting, entered as the type asks for that is chosen in the same form. */
export function AnyValueInput({ types, ...input }: AnyValueInputProps): ReactElement {
  const form = Form.useFormInstance();
  const type = Form.useWatch<unknown>('type', form);
  const options = Form.useWatch<unknown>('options', form);
  const chosen = types.find((one) => one === type) ?? 'text';
  const words = Array.isArray(options) ? options.filter((one) => typeof one === 'string') : [];
  return <ValueInput key={chosen} {...input} setting={{ type: chosen, options: words, min: null, max: null }} />;
}
