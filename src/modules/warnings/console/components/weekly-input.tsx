import { Checkbox, Input, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { QuietHours } from '../../common/notice-person.contract.ts';
import type { WeeklyWindow } from '../../common/silence.contract.ts';

const days = [1, 2, 3, 4, 5, 6, 0] as const;

interface WindowFieldsProps<W extends { from: string; to: string; days: number[] }> {
  value: W;
  onChange: (value: W) => void;
}

/** Days with a span of time, which may go past midnight. */
function WindowFields<W extends { from: string; to: string; days: number[] }>({ value, onChange }: WindowFieldsProps<W>): ReactElement {
  const t = useT('warnings');
  return (
    <div className="ww-row">
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {t(`noticePerson.quiet.${name}`)}
          <Input
            type="time"
            className="ww-narrow"
            value={value[name]}
            onChange={(event) => onChange({ ...value, [name]: event.target.value })}
          />
        </label>
      ))}
      <Checkbox.Group
        aria-label={t('noticePerson.quiet.days')}
        value={value.days}
        options={days.map((day) => ({ value: day, label: t(`noticePerson.day.${day}`) }))}
        onChange={(chosen) => onChange({ ...value, days: chosen })}
      />
    </div>
  );
}

interface FieldProps<V> {
  value?: V | null;
  onChange?: (value: V | null) => void;
  id?: string;
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An upkeep window that comes back every week, or none. */
export function WeeklyInput({ value, onChange, id }: FieldProps<WeeklyWindow>): ReactElement {
  const t = useT('warnings');
  const usual: WeeklyWindow = { days: [6, 0], from: '02:00', to: '04:00', timeZone: ownZone() };
  return (
    <>
      <p>
        <Switch
          {...(id !== undefined && { id })}
          aria-label={t('silence.weekly.use')}
          checked={value != null}
          onChange={(on) => onChange?.(on ? usual : null)}
        />{' '}
        {t('silence.weekly.use')}
      </p>
      {value && (
        <>
          <WindowFields value={value} onChange={(next) => onChange?.(next)} />
          <label className="ww-soft">
            {t('noticePerson.field.timeZone')}
            <Input value={value.timeZone} maxLength={64} onChange={(event) => onChange?.({ ...value, timeZone: event.target.value })} />
          </label>
        </>
      )}
    </>
  );
}

/** When somebody is left alone, or never. */
export function QuietInput({ value, onChange, id }: FieldProps<QuietHours>): ReactElement {
  const t = useT('warnings');
  const usual: QuietHours = { from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6], criticalToo: false };
  return (
    <>
      <p>
        <Switch
          {...(id !== undefined && { id })}
          aria-label={t('noticePerson.quiet.use')}
          checked={value != null}
          onChange={(on) => onChange?.(on ? usual : null)}
        />{' '}
        {t('noticePerson.quiet.use')}
      </p>
      {value && (
        <>
          <WindowFields value={value} onChange={(next) => onChange?.(next)} />
          <Checkbox checked={value.criticalToo} onChange={(event) => onChange?.({ ...value, criticalToo: event.target.checked })}>
            {t('noticePerson.quiet.critical')}
          </Checkbox>
        </>
      )}
    </>
  );
}
