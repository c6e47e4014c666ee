import { InputNumber, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './file-security.css';

const units = ['B', 'KB', 'MB', 'GB'] as const;
type Unit = (typeof units)[number];
const bytesOf = (unit: Unit): number => 1024 ** units.indexOf(unit);
/** The largest unit of which a size is a whole number; megabytes where there is none yet. */
const unitOf = (bytes: number | null): Unit => (bytes ? (units.findLast((unit) => bytes % bytesOf(unit) === 0) ?? 'B') : 'MB');

interface SizeInputProps {
  value?: number | null;
  onChange?: (value: number | null) => void;
  disabled?: boolean;
  id?: string;
}

/** A size in a unit that people use; what is kept are bytes. */
export function SizeInput({ value = null, onChange, disabled = false, id }: SizeInputProps): ReactElement {
  const t = useT('file-security');
  const [unit, setUnit] = useState(() => unitOf(value));
  return (
    <div className="fs-size">
      <InputNumber
        {...(id !== undefined && { id })}
        min={0}
        disabled={disabled}
        value={value === null ? null : value / bytesOf(unit)}
        onChange={(size) => onChange?.(size === null ? null : Math.round(size * bytesOf(unit)))}
      />
      <Select<Unit>
        aria-label={t('size.unit')}
        disabled={disabled}
        value={unit}
        options={units.map((one) => ({ value: one, label: one }))}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          setUnit(next);
          // The number stays as it was typed: it is now so many of another unit.
          if (value !== null) onChange?.(Math.round((value / bytesOf(unit)) * bytesOf(next)));
        }}
      />
    </div>
  );
}
