import { DatePicker, Input, InputNumber, Select } from 'antd';
import { dayFormats, dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { extraLimits } from '../../common/extra/extra-fields.ts';
import type { ExtraFormField } from '../../common/extra/extra.contract.ts';

/** What an input needs to know of its field. */
export type InputField = Pick<ExtraFormField, 'type' | 'options' | 'min' | 'max' | 'maxLength'>;

interface ExtraInputProps {
  field: InputField;
  disabled?: boolean;
  /** From the form. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}

/** The input that the type of an extra field asks for. */
export function ExtraInput({ field, disabled = false, id, value, onChange }: ExtraInputProps): ReactElement {
  const t = useT('user-centre');
  const common = { ...(id !== undefined && { id }), disabled };
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'multiline':
      return (
        <Input.TextArea
          {...common}
          rows={3}
          maxLength={field.maxLength ?? extraLimits.length}
          value={text}
          onChange={(event) => onChange?.(event.target.value || null)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <InputNumber
          {...common}
          value={typeof value === 'number' ? value : null}
          {...(field.min !== null && { min: field.min })}
          {...(field.max !== null && { max: field.max })}
          {...(field.type === 'integer' && { precision: 0 })}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...common}
          allowClear
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          options={(['yes', 'no'] as const).map((one) => ({ value: one, label: t(`extra.${one}`) }))}
          onChange={(next) => onChange?.(next ? next === 'yes' : null)}
        />
      );
    case 'select':
    case 'multiSelect':
      return <Choice field={field} {...common} value={value} {...(onChange && { onChange })} />;
    case 'date':
      return (
        <DatePicker
          {...common}
          format={dayFormats()}
          placeholder={dayFormats()[0]}
          value={text ? dayjs(text) : null}
          onChange={(at) => onChange?.(at ? at.format('YYYY-MM-DD') : null)}
        />
      );
    case 'datetime':
      return (
        <DatePicker
          {...common}
          showTime={{ format: 'HH:mm' }}
          format={momentFormats()}
          placeholder={momentFormats()[0]}
          value={typeof value === 'number' ? dayjs(value) : null}
          onChange={(at) => onChange?.(at ? at.valueOf() : null)}
        />
      );
    case 'employee':
      return <EmployeePicker {...common} value={text || null} onChange={(next) => onChange?.(next ?? null)} />;
    case 'department':
      return <DepartmentPicker {...common} value={text || null} onChange={(next) => onChange?.(next ?? null)} />;
    default:
      return (
        <Input {...common} value={text} maxLength={field.maxLength ?? 1000} onChange={(event) => onChange?.(event.target.value || null)} />
      );
  }
}

/** One or several options; those no longer offered stay while they are chosen. */
function Choice({ field, value, onChange, ...common }: ExtraInputProps): ReactElement {
  const several = field.type === 'multiSelect';
  const chosen: unknown[] = Array.isArray(value) ? value : [value];
  const options = field.options
    .filter((option) => option.enabled || chosen.includes(option.value))
    .map((option) => ({ value: option.value, label: option.label }));
  return (
    <Select
      {...common}
      allowClear
      {...(several && { mode: 'multiple' as const, maxCount: extraLimits.chosen })}
      showSearch={{ optionFilterProp: 'label' }}
      value={several ? (Array.isArray(value) ? value : []) : (value ?? null)}
      options={options}
      onChange={(next) => onChange?.(Array.isArray(next) && next.length === 0 ? null : (next ?? null))}
    />
  );
}
