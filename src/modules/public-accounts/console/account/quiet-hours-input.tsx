import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { HoursRows, type Hours } from './hours-rows.tsx';

interface QuietHoursInputProps {
  value?: Hours | null;
  onChange?: (value: Hours | null) => void;
  id?: string;
  /** May be left to the settings of all accounts. */
  inherits?: boolean;
}

const usual: Hours[number] = { from: '22:00', to: '07:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

/** Hours in which nothing is pushed. */
export function QuietHoursInput({ value = null, onChange, id, inherits = false }: QuietHoursInputProps): ReactElement {
  const t = useT('public-accounts');
  return (
    <div className="sno-quiet" id={id}>
      {inherits && (
        <Select<'usual' | 'own'>
          aria-label={t('sno.field.quietHours')}
          value={value === null ? 'usual' : 'own'}
          options={(['usual', 'own'] as const).map((one) => ({ value: one, label: t(`quiet.${one}`) }))}
          onChange={(next) => onChange?.(next === 'usual' ? null : [usual])}
        />
      )}
      {value !== null && <HoursRows rows={value} onChange={onChange} usual={usual} />}
    </div>
  );
}
