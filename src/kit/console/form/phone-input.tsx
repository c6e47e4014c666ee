import { Input, Select, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { phoneDigits } from '#kit/common/phone.ts';
import { useT } from '../i18n/use-t.ts';
import type { InputProps } from './input-props.ts';

/** Country codes offered first (ITU-T E.164); any other is typed with a leading +. */
const countryCodes = [
  '+86',
  '+81',
  '+852',
  '+853',
  '+886',
  '+82',
  '+65',
  '+60',
  '+66',
  '+84',
  '+62',
  '+91',
  '+1',
  '+44',
  '+49',
  '+33',
  '+39',
  '+34',
  '+61',
  '+971',
];
const usualCode = '+86';

function split(value: unknown, before: string): { country: string; number: string } {
  if (typeof value !== 'string' || value === '') return { country: before, number: '' };
  const known = countryCodes.toSorted((one, other) => other.length - one.length).find((code) => value.startsWith(code));
  return known ? { country: known, number: value.slice(known.length) } : { country: '', number: value };
}

/** A telephone number in E.164 form: country code and number. A number pasted with its + is taken whole. */
export function PhoneInput({ id, value, onChange, onBlur, disabled }: InputProps): ReactElement {
  const t = useT('kit');
  const [chosen, setChosen] = useState(usualCode);
  const { country, number } = split(value, chosen);
  const write = (code: string, digits: string): void => {
    const clean = phoneDigits(digits);
    // A Japanese number is dialled with a 0 inside the country, and without it from outside.
    onChange?.(clean === '' ? null : clean.startsWith('+') ? clean : code + (code === '+81' ? clean.replace(/^0/, '') : clean));
  };
  return (
    <Space.Compact block>
      <Select
        aria-label={t('form.countryCode')}
        className="whk-country"
        showSearch
        disabled={disabled}
        value={country}
        options={countryCodes.map((code) => ({ value: code, label: code }))}
        onChange={(code) => {
          setChosen(code);
          if (number) write(code, number);
        }}
      />
      <Input
        {...(id !== undefined && { id })}
        inputMode="tel"
        placeholder={t('form.mobileNumber')}
        maxLength={20}
        disabled={disabled}
        value={number}
        onChange={(event) => write(country, event.target.value)}
        onBlur={() => number !== '' && onBlur?.()}
      />
    </Space.Compact>
  );
}
