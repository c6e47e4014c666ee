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
  const [chosen, setChosen] = useState({ unit: unitOf(value), of: value });
  // A size that was not typed here is shown in its own unit.
  const unit = chosen.of === value ? chosen.unit : unitOf(value);
  const change = (size: number | null, next: Unit): void => {
    const bytes = size === null ? null : Math.round(size * bytesOf(next));
    setChosen({ unit: next, of: bytes });
    if (bytes !== value) onChange?.(bytes);
  };
  return (
    <div className="fs-size">
      <InputNumber
        {...(id !== undefined && { id })}
        min={0}
        disabled={disabled}
        value={value === null ? null : value / bytesOf(unit)}
        onChange={(size) => change(size, unit)}
      />
      <Select<Unit>
        aria-label={t('size.unit')}
        disabled={disabled}
        value={unit}
        options={units.map((one) => ({ value: one, label: one }))}
        popupMatchSelectWidth={false}
        // The number stays as it was typed: it is now so many of another unit.
        onChange={(next) => change(value === null ? null : value / bytesOf(unit), next)}
      />
    </div>
  );
}
