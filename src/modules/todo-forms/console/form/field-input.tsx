import { Button, DatePicker, Input, InputNumber, Rate, Select, Switch, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { FieldState } from '../../common/form/evaluate.types.ts';
import { isObject } from '../../common/form/values.ts';
import type { FormColumn, FormField, FormOption, FormValue } from '../../common/form/version.ts';
import { useFormLanguage } from './form-language.ts';
import { CellText } from './field-text.tsx';
import { isComputed } from '../../common/form/check-value.ts';

interface OneProps {
  readonly field: FormColumn;
  readonly value: FormValue;
  readonly options: readonly FormOption[];
  readonly label: string;
  readonly onChange: (value: FormValue) => void;
}

const text = (value: FormValue): string => (typeof value === 'string' ? value : '');
const dayForm = 'YYYY-MM-DD';
const momentForm = 'YYYY-MM-DDTHH:mm';

/** Enters the value of a field. */
export function FieldInput({
  field,
  state,
  label,
  onChange,
}: {
  field: FormField;
  state: FieldState;
  label: string;
  onChange: (value: FormValue) => void;
}): ReactElement {
  if (field.type === 'table') return <RowsInput field={field} value={state.value} label={label} onChange={onChange} />;
  return <One field={field} value={state.value} options={state.options} label={label} onChange={onChange} />;
}

function One(props: OneProps): ReactElement {
  const t = useT('todo-forms');
  const { field, value, label, onChange } = props;
  const named = { 'aria-label': label };
  switch (field.type) {
    case 'multiline':
      return <Input.TextArea {...named} rows={3} value={text(value)} onChange={({ target }) => onChange(target.value)} />;
    case 'number':
    case 'money':
      return (
        <InputNumber
          {...named}
          className="tdf-number"
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'rating':
      return <Rate {...named} count={field.max ?? 5} value={typeof value === 'number' ? value : 0} onChange={(next) => onChange(next)} />;
    case 'switch':
      return <Switch {...named} checked={value === true} onChange={(next) => onChange(next)} />;
    case 'date':
    case 'time':
    case 'datetime':
    case 'dateRange':
      return <Moment {...props} />;
    case 'select':
    case 'multiSelect':
      return <Choice {...props} />;
    case 'employee':
      return <EmployeePicker {...named} value={idOf(value)} onChange={(next) => onChange(typeof next === 'string' ? next : null)} />;
    case 'department':
      return <DepartmentPicker {...named} value={idOf(value)} onChange={(next) => onChange(typeof next === 'string' ? next : null)} />;
    case 'file':
    case 'picture':
    case 'signature':
    case 'location':
      return <p className="tdf-hint">{t('form.onTerminal')}</p>;
    default:
      return <Input {...named} value={text(value)} onChange={({ target }) => onChange(target.value)} />;
  }
}

const idOf = (value: FormValue): string | null =>
  typeof value === 'string' ? value : isObject(value) && typeof value['id'] === 'string' ? value['id'] : null;

function Moment({ field, value, label, onChange }: OneProps): ReactElement {
  const t = useT('todo-forms');
  const named = { 'aria-label': label };
  const day = (one: FormValue): dayjs.Dayjs | null => (typeof one === 'string' && dayjs(one).isValid() ? dayjs(one) : null);
  if (field.type === 'time') {
    const shown = typeof value === 'string' ? dayjs(`2000-01-01T${value}`) : null;
    return (
      <TimePicker
        {...named}
        format="HH:mm"
        value={shown?.isValid() ? shown : null}
        onChange={(next) => onChange(next?.format('HH:mm') ?? null)}
      />
    );
  }
  if (field.type !== 'dateRange') {
    const form = field.type === 'date' ? dayForm : momentForm;
    return (
      <DatePicker
        {...named}
        showTime={field.type === 'datetime' ? { format: 'HH:mm' } : false}
        value={day(value)}
        onChange={(next) => onChange(next?.format(form) ?? null)}
      />
    );
  }
  const { from = null, to = null } = isObject(value) ? value : {};
  return (
    <span className="tdf-range">
      <DatePicker
        aria-label={t('form.from', { label })}
        value={day(from)}
        onChange={(next) => onChange({ from: next?.format(dayForm) ?? null, to })}
      />
      <DatePicker
        aria-label={t('form.to', { label })}
        value={day(to)}
        onChange={(next) => onChange({ from, to: next?.format(dayForm) ?? null })}
      />
    </span>
  );
}

function Choice({ field, value, options, label, onChange }: OneProps): ReactElement {
  const language = useFormLanguage();
  const shown = options.map((option) => ({ value: option.value, label: pick(option.label, language) }));
  if (field.type === 'multiSelect')
    return (
      <Select<string[]>
        aria-label={label}
        mode="multiple"
        className="tdf-select"
        options={shown}
        value={Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []}
        onChange={(next) => onChange(next)}
      />
    );
  return (
    <Select<string>
      aria-label={label}
      allowClear
      className="tdf-select"
      options={shown}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

/** Enters the rows of a table. */
function RowsInput({
  field,
  value,
  label,
  onChange,
}: {
  field: FormField;
  value: FormValue;
  label: string;
  onChange: (value: FormValue) => void;
}): ReactElement {
  const t = useT('todo-forms');
  const language = useFormLanguage();
  const rows = Array.isArray(value) ? value.filter(isObject) : [];
  const columns = field.columns ?? [];
  const set = (at: number, code: string, next: FormValue): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [code]: next } : row)));
  return (
    <div className="tdf-rows">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.code} scope="col">
                {pick(column.label, language)}
              </th>
            ))}
            <th scope="col">{t('form.rowTools')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.code}>
                  {isComputed(column.type) ? (
                    <CellText column={column} value={row[column.code] ?? null} />
                  ) : (
                    <One
                      field={column}
                      value={row[column.code] ?? null}
                      options={column.options ?? []}
                      label={t('form.cell', { label: pick(column.label, language), n: at + 1 })}
                      onChange={(next) => set(at, column.code, next)}
                    />
                  )}
                </td>
              ))}
              <td>
                <Button type="text" danger onClick={() => onChange(rows.filter((_, index) => index !== at))}>
                  {t('form.removeRow', { n: at + 1 })}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <OffButton off={rows.length >= (field.maxRows ?? 200) && 'most'} onClick={() => onChange([...rows, {}])}>
        {t('form.addRow')}
      </OffButton>
    </div>
  );
}
