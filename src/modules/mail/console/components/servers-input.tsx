import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useId, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { mailAuths, mailSecurities, type mailServerDraft, type mailServerView } from '../../common/mail-config.contract.ts';

type Draft = z.input<typeof mailServerDraft>;
type Stored = z.output<typeof mailServerView>;

interface ServersInputProps {
  stored: readonly Stored[];
  /** From the form. */
  id?: string;
  value?: Draft[];
  disabled?: boolean;
  onChange?: (value: Draft[]) => void;
}

const most = 3;
const empty: Draft = { key: null, host: '', port: 587, security: 'starttls', auth: 'none' };
const usualPorts = { tls: 465, starttls: 587, none: 25 } as const;

/** The servers in the order in which they are used, each as a card. */
export function ServersInput({ stored, id, value = [], disabled = false, onChange }: ServersInputProps): ReactElement {
  const t = useT('mail');
  const change = (index: number, part: Partial<Draft>): void =>
    onChange?.(value.map((server, at) => (at === index ? { ...server, ...part } : server)));
  const move = (index: number, by: -1 | 1): void => {
    const moved = [...value];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    onChange?.(moved);
  };
  return (
    <div id={id} className="mail-servers" tabIndex={-1}>
      {value.map((server, index) => (
        <fieldset key={server.key ?? index} disabled={disabled}>
          <legend>{t('server.title', { n: index + 1 })}</legend>
          <div className="mail-server-tools">
            {value.length > 1 && (
              <UpDown
                name={t('server.title', { n: index + 1 })}
                up={index === 0 ? undefined : () => move(index, -1)}
                down={index === value.length - 1 ? undefined : () => move(index, 1)}
              />
            )}
            {value.length > 1 && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={t('server.remove', { n: index + 1 })}
                onClick={() => onChange?.(value.filter((_, at) => at !== index))}
              />
            )}
          </div>
          <ServerFields
            server={server}
            hasSecret={stored.some(({ key, hasSecret }) => key === server.key && hasSecret)}
            onChange={(part) => change(index, part)}
          />
        </fieldset>
      ))}
      {value.length < most && (
        <Button icon={<PlusOutlined aria-hidden="true" />} disabled={disabled} onClick={() => onChange?.([...value, empty])}>
          {t('server.add')}
        </Button>
      )}
    </div>
  );
}

interface ServerFieldsProps {
  server: Draft;
  hasSecret: boolean;
  onChange: (part: Partial<Draft>) => void;
}

function ServerFields({ server, hasSecret, onChange }: ServerFieldsProps): ReactElement {
  const t = useT('mail');
  const words = useWords();
  const auth = server.auth ?? 'none';
  const line = (name: 'host' | 'account' | 'tokenUrl' | 'clientId' | 'scope'): ReactElement => (
    <Labelled label={words.field(name)}>
      {(id) => (
        <Input
          id={id}
          value={server[name] ?? ''}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => onChange({ [name]: target.value || (name === 'host' ? '' : null) })}
        />
      )}
    </Labelled>
  );
  return (
    <div className="mail-server">
      {line('host')}
      <Labelled label={words.field('security')}>
        {(id) => (
          <Select
            id={id}
            value={server.security ?? 'starttls'}
            options={mailSecurities.map((value) => ({ value, label: words.value('security', value) }))}
            onChange={(security) => onChange({ security, port: usualPorts[security] })}
          />
        )}
      </Labelled>
      <Labelled label={words.field('port')}>
        {(id) => (
          <InputNumber
            id={id}
            value={server.port ?? 587}
            min={1}
            max={65_535}
            precision={0}
            onChange={(port) => port && onChange({ port })}
          />
        )}
      </Labelled>
      <Labelled label={words.field('auth')}>
        {(id) => (
          <Select
            id={id}
            value={auth}
            options={mailAuths.map((value) => ({ value, label: words.value('auth', value) }))}
            onChange={(chosen) => onChange({ auth: chosen })}
          />
        )}
      </Labelled>
      {auth !== 'none' && line('account')}
      {auth !== 'none' && (
        <Labelled label={words.field('secret')}>
          {(id) => (
            <Input.Password
              id={id}
              value={server.secret ?? ''}
              placeholder={hasSecret ? t('server.kept') : ''}
              autoComplete="new-password"
              onChange={({ target }) => onChange({ secret: target.value || undefined })}
            />
          )}
        </Labelled>
      )}
      {auth === 'oauth2' && (
        <>
          {line('tokenUrl')}
          {line('clientId')}
          {line('scope')}
        </>
      )}
      {server.security === 'none' ? (
        <Labelled label={words.field('allowPlain')}>
          {(id) => <Switch id={id} checked={server.allowPlain ?? false} onChange={(allowPlain) => onChange({ allowPlain })} />}
        </Labelled>
      ) : (
        <Labelled label={words.field('ca')} wide>
          {(id) => (
            <Input.TextArea id={id} value={server.ca ?? ''} rows={2} onChange={({ target }) => onChange({ ca: target.value || null })} />
          )}
        </Labelled>
      )}
    </div>
  );
}

/** A label above an input of its own. */
export function Labelled({ label, wide, children }: { label: string; wide?: boolean; children: (id: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <div className="mail-labelled" data-wide={wide === true}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
