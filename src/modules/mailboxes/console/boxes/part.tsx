import { useId, type ReactElement, type ReactNode } from 'react';
import './boxes.css';

/** What a form gives an input of several parts. */
export interface PartsOf<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}

/** One part of a value of several parts, with its own label. */
export function Part({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: (id: string) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div className="mail-part" data-wide={wide}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
