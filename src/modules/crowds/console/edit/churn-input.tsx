import { InputNumber } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

interface Churn {
  percent?: number | null;
  floor?: number | null;
}

interface ChurnInputProps {
  value?: Churn;
  onChange?: (value: Churn) => void;
  disabled?: boolean;
  id?: string;
}

/** How much one computation may change: a share and a number, of which both must be passed. */
export function ChurnInput({ value = {}, onChange, disabled = false, id }: ChurnInputProps): ReactElement {
  const t = useT('user-centre');
  const common = { disabled, precision: 0, min: 1 };
  return (
    <span className="cr-churn">
      <InputNumber
        {...common}
        {...(id !== undefined && { id })}
        aria-label={t('crowd.churnPercent')}
        max={100}
        suffix="%"
        value={value.percent ?? null}
        onChange={(percent) => onChange?.({ ...value, percent })}
      />
      <span>{t('crowd.churnAnd')}</span>
      <InputNumber
        {...common}
        aria-label={t('crowd.churnFloor')}
        max={1_000_000}
        suffix={t('crowd.people', { count: value.floor ?? 0 })}
        value={value.floor ?? null}
        onChange={(floor) => onChange?.({ ...value, floor })}
      />
    </span>
  );
}
