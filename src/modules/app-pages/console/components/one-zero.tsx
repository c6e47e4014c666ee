import { Checkbox } from 'antd';
import type { ReactElement } from 'react';

interface OneZeroProps {
  readonly id?: string;
  readonly value?: number;
  readonly disabled?: boolean;
  readonly onChange?: (value: 0 | 1) => void;
}

/** A box for what is 1 or 0 on the wire. */
export function OneZero({ id, value, disabled, onChange }: OneZeroProps): ReactElement {
  return (
    <Checkbox
      {...(id !== undefined && { id })}
      checked={value === 1}
      disabled={disabled ?? false}
      onChange={({ target }) => onChange?.(target.checked ? 1 : 0)}
    />
  );
}
