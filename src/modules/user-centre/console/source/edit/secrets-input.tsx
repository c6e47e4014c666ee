import { Input } from 'antd';
import { useId, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { wordOf } from '../counts-text.tsx';

type Secrets = Readonly<Record<string, string>>;

interface SecretsInputProps {
  names: readonly string[];
  /** Those that are stored: what is left empty stays. */
  stored: readonly string[];
  value?: Secrets;
  onChange?: (value: Secrets) => void;
}

/** Secrets by name: only what is typed is sent. */
export function SecretsInput({ names, stored, value = {}, onChange }: SecretsInputProps): ReactElement {
  const t = useT('user-centre');
  const id = useId();
  return (
    <div className="so-parts">
      {names.map((name) => (
        <div key={name} className="so-part">
          <label htmlFor={`${id}.${name}`}>{wordOf(`source.secret.${name}`)}</label>
          <Input.Password
            id={`${id}.${name}`}
            autoComplete="new-password"
            {...(stored.includes(name) && { placeholder: t('source.secretKept') })}
            value={value[name] ?? ''}
            onChange={(event) => {
              const { [name]: _old, ...rest } = value;
              onChange?.(event.target.value === '' ? rest : { ...rest, [name]: event.target.value });
            }}
          />
        </div>
      ))}
    </div>
  );
}
