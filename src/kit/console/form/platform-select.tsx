import { Select } from 'antd';
import type { ReactElement } from 'react';

interface PlatformSelectProps {
  readonly options: { value: number; label: string }[];
  readonly id?: string;
  /** What it is called where no label in view names it. */
  readonly label?: string;
  readonly value?: number | null;
  readonly disabled?: boolean;
  readonly onChange?: (value: number | null) => void;
}

/** Chooses a platform of terminals; a form gives value, onChange and id. */
export function PlatformSelect({ options, id, label, value, disabled, onChange }: PlatformSelectProps): ReactElement {
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      disabled={disabled}
      allowClear
      value={value ?? undefined}
      options={options}
      onChange={(chosen: number | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
