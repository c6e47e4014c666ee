import { useId, type ReactElement, type ReactNode } from 'react';

interface InputProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A labelled input with its mistake under it. */
export function Field({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: (input: InputProps) => ReactNode;
}): ReactElement {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="wh-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? errorId : undefined })}
      {error && (
        <span id={errorId} className="wh-field-error">
          {error}
        </span>
      )}
    </div>
  );
}
