import { useId, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { useT } from '../i18n/use-t.ts';
import { Field } from './field.tsx';
import { LineIcon } from './line-icon.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  describedBy?: string;
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}

/** A password with show and hide, and a hint while caps lock is on. */
export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  error,
  describedBy,
  inputRef,
  autoFocus = false,
}: PasswordFieldProps): ReactElement {
  const t = useT('kit');
  const hint = useId();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  return (
    <Field label={label} error={error}>
      {(field) => (
        <>
          <span className="wh-input-row">
            <input
              {...field}
              aria-describedby={[field['aria-describedby'], caps ? hint : '', describedBy].filter(Boolean).join(' ') || undefined}
              ref={inputRef}
              autoFocus={autoFocus}
              type={shown ? 'text' : 'password'}
              value={value}
              maxLength={256}
              autoComplete={autoComplete}
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={watch}
              onKeyUp={watch}
              onBlur={() => setCaps(false)}
            />
            <button
              type="button"
              className="wh-tool"
              aria-pressed={shown}
              aria-label={t('login.showPassword')}
              title={t(shown ? 'login.hidePassword' : 'login.showPassword')}
              onClick={() => setShown(!shown)}
            >
              <LineIcon>
                <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12Z" />
                <circle cx="12" cy="12" r="3" />
                {!shown && <path d="M4 4l16 16" />}
              </LineIcon>
            </button>
          </span>
          <span id={hint} className="wh-hint" role="status">
            {caps ? t('login.capsLock') : ''}
          </span>
        </>
      )}
    </Field>
  );
}
