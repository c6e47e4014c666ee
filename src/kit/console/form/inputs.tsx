import { Checkbox, DatePicker, Input, InputNumber, Radio, Select, Switch, TimePicker } from 'antd';
import { dayFormats, dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import { useContext, type ReactElement } from 'react';
import type { FieldFacts } from '#kit/common/field-facts.ts';
import { useT } from '../i18n/use-t.ts';
import { FormInitial } from './form-initial.ts';
import type { InputKind, InputProps } from './input-props.ts';
import { LocalInput } from './local-input.tsx';
import { PhoneInput } from './phone-input.tsx';

/** The input that a field's schema asks for. */
export function kindOf(facts: FieldFacts | undefined): InputKind {
  if (facts?.options) return 'select';
  if (facts?.type === 'boolean') return 'switch';
  if (facts?.type === 'number' || facts?.type === 'integer') return 'number';
  if (facts?.format === 'date') return 'day';
  if (facts?.type === 'array') return facts.item?.options ? 'checks' : 'tags';
  if ((facts?.maxLength ?? 0) > 300) return 'area';
  return 'text';
}

/** Characters that a field takes where its schema does not say. */
const usualLength = 1000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const optionsOf = ({ facts, words, name }: InputProps): { value: string; label: string }[] =>
  (facts?.options ?? facts?.item?.options ?? []).map((value) => ({ value, label: words.value(name, value) }));

const common = ({ id, disabled, placeholder }: InputProps) => ({ id, disabled, placeholder });

function SecretInput(props: InputProps): ReactElement {
  const t = useT('kit');
  // Only what is stored already can be kept.
  const stored = Object.keys(useContext(FormInitial)).length > 0;
  return (
    <Input.Password
      {...common(props)}
      placeholder={props.placeholder ?? (stored ? t('form.secretKept') : undefined)}
      autoComplete="new-password"
      value={textOf(props.value)}
      onChange={(event) => props.onChange?.(event.target.value)}
    />
  );
}

/** Draws each kind of input. */
export const inputs: Readonly<Record<InputKind, (props: InputProps) => ReactElement>> = {
  text: (props) => (
    <Input
      {...common(props)}
      value={textOf(props.value)}
      maxLength={props.facts?.maxLength ?? usualLength}
      onChange={(event) => props.onChange?.(event.target.value)}
      // What nobody has filled in yet is asked for when the form is sent, not when one passes by.
      onBlur={() => textOf(props.value) !== '' && props.onBlur?.()}
    />
  ),
  area: (props) => (
    <Input.TextArea
      {...common(props)}
      value={textOf(props.value)}
      maxLength={props.facts?.maxLength ?? usualLength}
      showCount
      // Growing by itself would write a style attribute, which the policy of the page forbids.
      rows={3}
      onChange={(event) => props.onChange?.(event.target.value)}
    />
  ),
  number: (props) => (
    <InputNumber
      {...common(props)}
      value={numberOf(props.value)}
      min={props.facts?.minimum}
      max={props.facts?.maximum}
      {...(props.facts?.type === 'integer' && { precision: 0 })}
      onChange={(value) => props.onChange?.(value)}
    />
  ),
  switch: (props) => (
    <Switch
      {...(props.id !== undefined && { id: props.id })}
      disabled={props.disabled}
      checked={props.value === true}
      onChange={(on) => props.onChange?.(on)}
    />
  ),
  select: (props) => (
    <Select
      {...common(props)}
      allowClear={props.facts?.required !== true}
      value={props.value}
      options={optionsOf(props)}
      onChange={(value) => props.onChange?.(value ?? null)}
    />
  ),
  radio: (props) => (
    <Radio.Group
      disabled={props.disabled}
      value={props.value}
      options={optionsOf(props)}
      onChange={(event) => props.onChange?.(event.target.value)}
    />
  ),
  checks: (props) => (
    <Checkbox.Group
      disabled={props.disabled}
      value={listOf(props.value)}
      options={optionsOf(props)}
      onChange={(values) => props.onChange?.(values)}
    />
  ),
  tags: (props) => (
    <Select
      {...common(props)}
      mode="tags"
      tokenSeparators={[',', ' ', ';']}
      value={listOf(props.value)}
      onChange={(values) => props.onChange?.(values)}
    />
  ),
  day: (props) => (
    <DatePicker
      {...common(props)}
      format={dayFormats()}
      placeholder={props.placeholder ?? dayFormats()[0]}
      value={typeof props.value === 'string' && props.value ? dayjs(props.value) : null}
      onChange={(at) => props.onChange?.(at ? at.format('YYYY-MM-DD') : null)}
    />
  ),
  time: (props) => (
    <DatePicker
      {...common(props)}
      showTime={{ format: 'HH:mm' }}
      format={momentFormats()}
      placeholder={props.placeholder ?? momentFormats()[0]}
      value={typeof props.value === 'number' ? dayjs(props.value) : null}
      onChange={(at) => props.onChange?.(at ? at.valueOf() : null)}
    />
  ),
  clock: (props) => (
    <TimePicker
      {...common(props)}
      format="HH:mm"
      placeholder={props.placeholder ?? 'HH:mm'}
      value={typeof props.value === 'string' && props.value ? dayjs(props.value, 'HH:mm') : null}
      onChange={(at) => props.onChange?.(at ? at.format('HH:mm') : null)}
    />
  ),
  secret: SecretInput,
  local: LocalInput,
  phone: PhoneInput,
};
