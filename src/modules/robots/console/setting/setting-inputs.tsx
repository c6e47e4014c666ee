import { DatePicker, Select, Switch, TimePicker } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { dayFormats, dayjs } from '#kit/console/theme/calendar.ts';
import type { QuietWindow, RobotValues } from '../../common/setting/values.ts';

interface InputOf<V> {
  id?: string;
  value?: V | null;
  onChange?: (value: V | null) => void;
  disabled?: boolean;
}

/** Yes, no, or what stands above. */
export function YesNoInput({ id, value = null, onChange, disabled = false, above }: InputOf<boolean> & { above: boolean }): ReactElement {
  const t = useT('robots');
  const kit = useT('kit');
  const word = (on: boolean): string => kit(on ? 'value.true' : 'value.false');
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      disabled={disabled}
      value={value === null ? 'above' : String(value)}
      options={[
        { value: 'above', label: t('setting.above', { value: word(above) }) },
        { value: 'true', label: word(true) },
        { value: 'false', label: word(false) },
      ]}
      onChange={(next) => onChange?.(next === 'above' ? null : next === 'true')}
    />
  );
}

type Calendar = RobotValues['calendar'];

/** Holidays, and days of a weekend on which work is done; a company only adds holidays. */
export function CalendarInput({
  value,
  onChange,
  disabled = false,
  closedOnly,
}: InputOf<Calendar> & { closedOnly: boolean }): ReactElement {
  const t = useT('robots');
  const stored = value ?? { closed: [], open: [] };
  const days = (name: keyof Calendar): ReactElement => (
    <label className="rb-limit">
      <span>{t(`setting.calendar.${name}`)}</span>
      <DatePicker
        multiple
        disabled={disabled}
        format={dayFormats()}
        maxTagCount="responsive"
        value={stored[name].map((day) => dayjs(day))}
        onChange={(chosen) => onChange?.({ ...stored, [name]: (chosen ?? []).map((day) => day.format('YYYY-MM-DD')).toSorted() })}
      />
    </label>
  );
  return (
    <div>
      {days('closed')}
      {!closedOnly && days('open')}
    </div>
  );
}

const usual: QuietWindow = { from: '22:00', to: '07:00' };

/** Hours in which robots post nothing by themselves. */
export function QuietInput({ id, value = null, onChange, disabled = false }: InputOf<QuietWindow>): ReactElement {
  const t = useT('robots');
  const clock = (name: keyof QuietWindow): ReactElement | null =>
    value && (
      <TimePicker
        aria-label={t(`setting.quiet.${name}`)}
        format="HH:mm"
        allowClear={false}
        disabled={disabled}
        value={dayjs(value[name], 'HH:mm')}
        onChange={(at) => at && onChange?.({ ...value, [name]: at.format('HH:mm') })}
      />
    );
  return (
    <span className="rb-clock">
      <Switch
        {...(id !== undefined && { id })}
        disabled={disabled}
        checked={value !== null}
        onChange={(on) => onChange?.(on ? usual : null)}
      />
      {clock('from')}
      {value && '–'}
      {clock('to')}
    </span>
  );
}
