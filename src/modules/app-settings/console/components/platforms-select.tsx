import { Select } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';

interface PlatformsSelectProps {
  readonly id?: string;
  /** What it is called where no label in view names it. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly value?: readonly Platform[];
  readonly disabled?: boolean;
  readonly onChange?: (value: Platform[]) => void;
}

const options = platforms.map((value) => ({ value, label: platformNames[value] }));

/** Chooses several platforms of terminals; a form gives value, onChange and id. */
export function PlatformsSelect({ id, label, placeholder, value, disabled, onChange }: PlatformsSelectProps): ReactElement {
  return (
    <Select<Platform[]>
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(placeholder !== undefined && { placeholder })}
      mode="multiple"
      className="settings-select"
      disabled={disabled ?? false}
      value={[...(value ?? [])]}
      options={options}
      onChange={(chosen) => onChange?.(platforms.filter((one) => chosen.includes(one)))}
    />
  );
}
