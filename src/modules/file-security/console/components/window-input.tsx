import { Checkbox, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { TimeWindow } from '../../common/rule-fields.ts';

interface WindowInputProps {
  value?: TimeWindow | null;
  onChange?: (value: TimeWindow | null) => void;
  disabled?: boolean;
  id?: string;
}

const days = [1, 2, 3, 4, 5, 6, 7] as const;
const usual = (): TimeWindow => ({
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '18:00',
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** When a rule holds: always, or on days from one time to another in a time zone. */
export function WindowInput({ value = null, onChange, disabled = false, id }: WindowInputProps): ReactElement {
  const t = useT('file-security');
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone })));
  const change = (part: Partial<TimeWindow>): void => {
    if (value) onChange?.({ ...value, ...part });
  };
  return (
    <div className="fs-lines">
      <Checkbox
        {...(id !== undefined && { id })}
        disabled={disabled}
        checked={value !== null}
        onChange={({ target }) => onChange?.(target.checked ? usual() : null)}
      >
        {t('window.limit')}
      </Checkbox>
      {value && (
        <>
          <div role="group" aria-label={t('window.days')}>
            <Checkbox.Group
              disabled={disabled}
              value={value.days}
              options={days.map((day) => ({ value: day, label: t(`window.day.${day}`) }))}
              onChange={(chosen) => change({ days: chosen.map(Number) })}
            />
          </div>
          <div className="fs-fields">
            {(['from', 'to'] as const).map((end) => (
              <label key={end} className="fs-field">
                {t(`window.${end}`)}
                <Input
                  disabled={disabled}
                  maxLength={5}
                  placeholder="HH:mm"
                  value={value[end]}
                  onChange={({ target }) => change({ [end]: target.value })}
                />
              </label>
            ))}
            <label className="fs-field">
              {t('window.zone')}
              <Select<string> disabled={disabled} showSearch value={value.zone} options={zones} onChange={(zone) => change({ zone })} />
            </label>
          </div>
        </>
      )}
    </div>
  );
}
