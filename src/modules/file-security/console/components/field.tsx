import { useId, type ReactElement, type ReactNode } from 'react';
import './file-security.css';

/** A labelled input that is no field of a contract. */
export function Field({ label, help, children }: { label: string; help?: string; children: (id: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <div className="fs-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <small>{help}</small>}
    </div>
  );
}
