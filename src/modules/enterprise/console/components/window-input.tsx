import { Checkbox, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { SegmentLimitRow } from '../../common/segment-limit.contract.ts';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import './enterprise.css';

type TimeWindow = NonNullable<SegmentLimitRow['window']>;

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

/** When a limit holds: always, or on days from one time to another in a zone. */
export function WindowInput({ value = null, onChange, disabled = false, id }: WindowInputProps): ReactElement {
  const t = useT('enterprise');
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone })));
  const change = (part: Partial<TimeWindow>): void => {
    if (value) onChange?.({ ...value, ...part });
  };
  return (
    <div className="enterprise-window">
      <Checkbox
        {...(id !== undefined && { id })}
        disabled={disabled}
        checked={value !== null}
        onChange={(event) => onChange?.(event.target.checked ? usual() : null)}
      >
        {t('segmentLimit.limitTime')}
      </Checkbox>
      {value && (
        <>
          <div role="group" aria-label={t('segmentLimit.windowDays')}>
            <Checkbox.Group
              disabled={disabled}
              value={value.days}
              options={days.map((day) => ({ value: day, label: t(`day.${day}`) }))}
              onChange={(chosen) => change({ days: chosen.map(Number) })}
            />
          </div>
          <div>
            {(['from', 'to'] as const).map((end) => (
              <label key={end} className="enterprise-labelled">
                {t(end === 'from' ? 'segmentLimit.windowFrom' : 'segmentLimit.windowTo')}
                <Input
                  disabled={disabled}
                  maxLength={5}
                  placeholder="HH:mm"
                  value={value[end]}
                  onChange={(event) => change({ [end]: event.target.value })}
                />
              </label>
            ))}
            <label className="enterprise-labelled">
              {t('segmentLimit.windowZone')}
              <Select<string>
                disabled={disabled}
                showSearch
                popupMatchSelectWidth={false}
                value={value.zone}
                options={zones}
                onChange={(zone) => change({ zone })}
              />
            </label>
          </div>
        </>
      )}
    </div>
  );
}

/** A window in words. */
export function windowText(window: TimeWindow | null, t: T<'enterprise'>): string {
  if (!window) return t('segmentLimit.always');
  const named = days.filter((day) => window.days.includes(day)).map((day) => t(`day.${day}`));
  return `${named.join(' ')} ${window.from}–${window.to} ${window.zone}`;
}
