import { DatePicker, Input, InputNumber, Select } from 'antd';
import { dayjs } from '#kit/console/theme/calendar.ts';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { readCondition, type ExtraCondition, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import type { ExtraFormField } from '../../common/extra/extra.contract.ts';
import { useExtraFields } from './use-extra-fields.ts';
import './extra.css';

interface ExtraFiltersProps {
  target: ExtraTarget;
  /** Conditions as they stand in the address. */
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** Filters by the extra fields of people, or of departments, that are filterable. */
export function ExtraFilters({ target, value, onChange }: ExtraFiltersProps): ReactElement {
  const fields = useExtraFields(target).filter(({ filterable }) => filterable);
  const parts = value.flatMap((text) => readCondition(text) ?? []);
  const write = (code: string, requested: readonly Omit<ExtraCondition, 'code'>[]): void =>
    onChange([...value.filter((text) => readCondition(text)?.code !== code), ...requested.map((one) => `${code}${one.op}${one.value}`)]);
  return (
    <>
      {fields.map((field) => (
        <Filter
          key={field.code}
          field={field}
          parts={parts.filter(({ code }) => code === field.code)}
          write={(requested) => write(field.code, requested)}
        />
      ))}
    </>
  );
}

/** Chosen for those who have no value; no option holds a space. */
const nothing = 'no value';

interface FilterProps {
  field: ExtraFormField;
  parts: readonly ExtraCondition[];
  write: (requested: readonly Omit<ExtraCondition, 'code'>[]) => void;
}

function Filter({ field, parts, write }: FilterProps): ReactElement {
  const t = useT('user-centre');
  const equal = parts.filter(({ op }) => op === '=').map(({ value }) => value);
  const is = (values: readonly string[]): void => write(values.map((value) => ({ op: '=', value: value === nothing ? '' : value })));
  const bound = (op: '>=' | '<='): string => parts.find((part) => part.op === op)?.value ?? '';
  const between = (from: string, to: string): void =>
    write([...(from === '' ? [] : [{ op: '>=' as const, value: from }]), ...(to === '' ? [] : [{ op: '<=' as const, value: to }])]);
  switch (field.type) {
    case 'select':
    case 'multiSelect':
    case 'boolean': {
      const options =
        field.type === 'boolean'
          ? (['true', 'false'] as const).map((value) => ({ value, label: t(value === 'true' ? 'extra.yes' : 'extra.no') }))
          : field.options;
      return (
        <Select
          className="ux-filter"
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          aria-label={field.name}
          placeholder={field.name}
          value={equal.map((value) => (value === '' ? nothing : value))}
          options={[...options.map(({ value, label }) => ({ value, label })), { value: nothing, label: t('extra.emptyValue') }]}
          onChange={is}
        />
      );
    }
    case 'integer':
    case 'number':
      return (
        <span className="ux-span">
          <Bound name={t('extra.from', { name: field.name })} value={bound('>=')} onChange={(next) => between(next, bound('<='))} />
          <span aria-hidden="true">–</span>
          <Bound name={t('extra.to', { name: field.name })} value={bound('<=')} onChange={(next) => between(bound('>='), next)} />
        </span>
      );
    case 'date':
    case 'datetime':
      return <Days field={field} from={bound('>=')} to={bound('<=')} onChange={between} />;
    case 'employee':
    case 'department': {
      const Picker = field.type === 'employee' ? EmployeePicker : DepartmentPicker;
      return (
        <div className="whk-filter">
          <Picker
            value={equal[0] ?? null}
            aria-label={field.name}
            placeholder={field.name}
            onChange={(next) => is(typeof next === 'string' ? [next] : [])}
          />
        </div>
      );
    }
    default:
      return <Begins name={field.name} value={equal[0] ?? ''} onChange={(next) => is(next === '' ? [] : [next])} />;
  }
}

/** A text that values begin with, sent when it is left or confirmed. */
function Begins({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }): ReactElement {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const send = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <Input
      className="ux-filter"
      allowClear
      aria-label={name}
      placeholder={name}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={send}
      onPressEnter={send}
    />
  );
}

function Bound({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }): ReactElement {
  return (
    <InputNumber
      aria-label={name}
      placeholder={name}
      changeOnWheel={false}
      value={value === '' ? null : Number(value)}
      onChange={(next) => onChange(next === null ? '' : String(next))}
    />
  );
}

interface DaysProps {
  field: ExtraFormField;
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
}

/** A span of days; of moments from the beginning of the first to the end of the last. */
function Days({ field, from, to, onChange }: DaysProps): ReactElement {
  const t = useT('user-centre');
  const isMoment = field.type === 'datetime';
  const at = (text: string) => (text === '' ? null : dayjs(isMoment ? Number(text) : text));
  const names: [string, string] = [t('extra.from', { name: field.name }), t('extra.to', { name: field.name })];
  return (
    <DatePicker.RangePicker
      aria-label={field.name}
      allowEmpty={[true, true]}
      placeholder={names}
      value={[at(from), at(to)]}
      onChange={(span) => {
        const [start, end] = [span?.[0], span?.[1]];
        if (isMoment) onChange(start ? String(start.startOf('day').valueOf()) : '', end ? String(end.endOf('day').valueOf()) : '');
        else onChange(start?.format('YYYY-MM-DD') ?? '', end?.format('YYYY-MM-DD') ?? '');
      }}
    />
  );
}
