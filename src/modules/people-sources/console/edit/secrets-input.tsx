import { Form, Input } from 'antd';
import { useId, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { sourceConfigs } from '../../common/source-config.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import { wordOf } from '../counts-text.tsx';
import { valueAt, type Parts } from './parts-input.tsx';

type Secrets = Readonly<Record<string, string>>;

interface SecretsInputProps {
  names: readonly string[];
  /** Those that are stored: what is left empty stays. */
  stored: readonly string[];
  value?: Secrets;
  onChange?: (value: Secrets) => void;
}

/** Secrets by name: only what is typed is sent. */
function SecretsInput({ names, stored, value = {}, onChange }: SecretsInputProps): ReactElement {
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

interface SecretsFieldProps {
  kind: SourceKind;
  /** What is typed of the connection: a file has a token only at an address. */
  config: unknown;
  stored: readonly string[];
}

/** A file has a token only at an address; who needs not sign in has no secret, and only vendors have a token for events. */
function isAsked(kind: SourceKind, name: string, config: unknown): boolean {
  const value = (config ?? {}) as Parts;
  if (kind === 'file') return value['from'] === 'address';
  if (kind !== 'http' || value['preset'] !== 'generic') return true;
  return name === 'secret' ? valueAt(value, 'auth.kind') !== 'none' : name !== 'eventToken';
}

/** The secrets of a kind in a form; nothing where it has none. */
export function SecretsField({ kind, config, stored }: SecretsFieldProps): ReactElement | null {
  const names = sourceConfigs[kind].secrets.filter((name) => isAsked(kind, name, config));
  if (names.length === 0) return null;
  return (
    <Form.Item name="secrets" className="whk-full">
      <SecretsInput names={names} stored={stored} />
    </Form.Item>
  );
}
