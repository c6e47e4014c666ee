import { DatePicker, Input, InputNumber, Select, Space } from 'antd';
import { dayFormats, dayjs, type Dayjs } from '#kit/console/theme/calendar.ts';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { crowdLimits, type CrowdClause } from '../../common/crowd-conditions.ts';
import { mostDays, shapeOf, valuesOf, type CatalogueField } from './value-shape.ts';

interface ValueInputProps {
  field: CatalogueField;
  clause: CrowdClause;
  /** For those who do not see where it stands. */
  name: string;
  wrong: boolean;
  onChange: (value: CrowdClause['value']) => void;
}

const pickers = { department: DepartmentPicker, employee: EmployeePicker, crowd: CrowdPicker } as const;

/** What a clause compares with, entered as its field and operator ask. */
export function ValueInput({ field, clause, name, wrong, onChange }: ValueInputProps): ReactElement {
  const t = useT('user-centre');
  const shape = shapeOf(field.type, clause.op);
  const values = valuesOf(clause);
  const [first] = values;
  const common = { 'aria-label': name, ...(wrong && { status: 'error' as const }) };
  const list = (next: readonly (string | number | boolean)[]): void => onChange(next.length === 0 ? null : [...next]);
  switch (shape) {
    case 'text':
      return (
        <Input
          {...common}
          maxLength={crowdLimits.text}
          placeholder={t(clause.op === 'matches' ? 'crowd.rule.pattern' : 'crowd.rule.value')}
          value={typeof first === 'string' ? first : ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      );
    case 'texts':
      return (
        <Select
          {...common}
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={crowdLimits.values}
          tokenSeparators={[',', '，', '、', ';', '\n', '\t']}
          placeholder={t('crowd.rule.texts')}
          value={values.map(String)}
          onChange={(next: string[]) => list(next.map((one) => one.trim()).filter((one) => one !== ''))}
        />
      );
    case 'option':
    case 'options':
      return (
        <Select
          {...common}
          {...(shape === 'options' && { mode: 'multiple' as const })}
          placeholder={t('crowd.rule.value')}
          options={field.options}
          showSearch={{ optionFilterProp: 'label' }}
          value={shape === 'options' ? values.map(String) : first}
          onChange={(next: unknown) => (Array.isArray(next) ? list(next.map(String)) : onChange(String(next)))}
        />
      );
    case 'yes':
      return (
        <Select
          {...common}
          value={first === false ? 'no' : 'yes'}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`crowd.rule.${value}`) }))}
          onChange={(next) => onChange(next === 'yes')}
        />
      );
    case 'days':
      return (
        <Space.Compact block>
          <InputNumber
            {...common}
            min={1}
            max={mostDays}
            precision={0}
            value={typeof first === 'number' ? first : null}
            onChange={(next) => onChange(next)}
          />
          <Space.Addon>{t('crowd.rule.days')}</Space.Addon>
        </Space.Compact>
      );
    case 'number':
    case 'numbers':
      return <Numbers several={shape === 'numbers'} values={values} name={name} wrong={wrong} onChange={onChange} />;
    case 'day':
    case 'span':
      return <Days several={shape === 'span'} values={values} name={name} wrong={wrong} onChange={onChange} />;
    case 'none':
      return <></>;
    default: {
      const Picker = pickers[shape];
      return (
        <Picker
          {...common}
          multiple
          value={values.map(String)}
          onChange={(next) => list(typeof next === 'string' ? [next] : (next ?? []))}
        />
      );
    }
  }
}

/** A number, or the first and the last of a span. */
function Numbers({ several, values, name, wrong, onChange }: DaysProps): ReactElement {
  const t = useT('user-centre');
  const numberOf = (at: number): number | null => {
    const value = values[at];
    return typeof value === 'number' ? value : null;
  };
  const one = (at: number, label: string, write: (next: number | null) => void): ReactElement => (
    <InputNumber
      key={at}
      aria-label={label}
      placeholder={t('crowd.rule.number')}
      {...(wrong && { status: 'error' as const })}
      value={numberOf(at)}
      onChange={write}
    />
  );
  if (!several) return one(0, name, onChange);
  const write = (from: number | null, to: number | null): void => onChange([from ?? '', to ?? '']);
  return (
    <span className="cr-span">
      {one(0, `${name}, ${t('crowd.rule.from')}`, (next) => write(next, numberOf(1)))}
      <span aria-hidden="true">–</span>
      {one(1, `${name}, ${t('crowd.rule.to')}`, (next) => write(numberOf(0), next))}
    </span>
  );
}

interface DaysProps extends Pick<ValueInputProps, 'name' | 'wrong' | 'onChange'> {
  several: boolean;
  values: readonly (string | number | boolean)[];
}

/** A day of the calendar, or the first and the last of several. */
function Days({ several, values, name, wrong, onChange }: DaysProps): ReactElement {
  const t = useT('user-centre');
  const dayOf = (at: number): Dayjs | null => {
    const value = values[at];
    return typeof value === 'string' && value !== '' ? dayjs(value) : null;
  };
  const one = (at: number, label: string, write: (day: string) => void): ReactElement => (
    <DatePicker
      key={at}
      aria-label={label}
      format={dayFormats()}
      placeholder={dayFormats()[0]}
      {...(wrong && { status: 'error' as const })}
      value={dayOf(at)}
      onChange={(day) => write(day ? day.format('YYYY-MM-DD') : '')}
    />
  );
  if (!several) return one(0, name, (day) => onChange(day === '' ? null : day));
  const [from = '', to = ''] = values.map(String);
  return (
    <span className="cr-span">
      {one(0, `${name}, ${t('crowd.rule.from')}`, (day) => onChange([day, to]))}
      <span aria-hidden="true">–</span>
      {one(1, `${name}, ${t('crowd.rule.to')}`, (day) => onChange([from, day]))}
    </span>
  );
}
