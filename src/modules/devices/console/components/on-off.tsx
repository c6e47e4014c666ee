import { Switch } from 'antd';
import type { ReactElement } from 'react';

interface OnOffProps {
  id?: string;
  value?: number;
  disabled?: boolean;
  onChange?: (value: 0 | 1) => void;
}

/** A switch that terminals read as 1 and 0; a form gives value, onChange and id. */
export function OnOff({ id, value, disabled, onChange }: OnOffProps): ReactElement {
  return (
    <Switch
      {...(id !== undefined && { id })}
      disabled={disabled ?? false}
      checked={value === 1}
      onChange={(on) => onChange?.(on ? 1 : 0)}
    />
  );
}
