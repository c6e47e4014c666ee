import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { zones, type ServerAddress } from '../../common/server-facts.ts';
import { serverConfig } from '../subjects.ts';
import './servers.css';

interface AddressesInputProps {
  id?: string;
  value?: readonly ServerAddress[];
  onChange?: (value: readonly ServerAddress[]) => void;
}

const schemes = ['https', 'http', 'wss', 'ws', 'tls', 'tcp'] as const;
const usual: Readonly<Record<ServerAddress['scheme'], number>> = { https: 443, wss: 443, tls: 443, http: 80, ws: 80, tcp: 80 };
const most = 20;

/** Addresses of a server, one a line. */
export function AddressesInput({ id, value = [], onChange }: AddressesInputProps): ReactElement {
  const t = useT('servers');
  const write = (at: number, part: Partial<ServerAddress>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="ws-addresses" {...(id !== undefined && { id })}>
      {value.map((one, at) => (
        // Lines have no name of their own; they are only added at the end and taken out.
        <Line
          key={at}
          address={one}
          place={at + 1}
          onWrite={(part) => write(at, part)}
          {...(value.length > 1 && { onRemove: () => onChange?.(value.filter((_, index) => index !== at)) })}
        />
      ))}
      {value.length < most && (
        <span>
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onChange?.([...value, { scheme: 'https', host: '', port: 443, path: '', zone: 'outer' }])}
          >
            {t('address.add')}
          </Button>
        </span>
      )}
    </div>
  );
}

interface LineProps {
  address: ServerAddress;
  place: number;
  onWrite: (part: Partial<ServerAddress>) => void;
  onRemove?: () => void;
}

function Line({ address, place, onWrite, onRemove }: LineProps): ReactElement {
  const t = useT('servers');
  const words = useWords(serverConfig);
  const label = (name: string): string => `${t('address.one', { n: place })}: ${words.field(name)}`;
  return (
    <div role="group" aria-label={t('address.one', { n: place })}>
      <Select
        aria-label={label('scheme')}
        value={address.scheme}
        options={schemes.map((one) => ({ value: one, label: one }))}
        onChange={(scheme) => onWrite({ scheme, ...(address.port === usual[address.scheme] && { port: usual[scheme] }) })}
      />
      <Input
        aria-label={label('host')}
        placeholder={words.field('host')}
        maxLength={253}
        value={address.host}
        onChange={(event) => onWrite({ host: event.target.value.trim() })}
      />
      <InputNumber
        aria-label={label('port')}
        min={1}
        max={65_535}
        value={address.port}
        onChange={(port) => onWrite({ port: port ?? 443 })}
      />
      <Input
        aria-label={label('path')}
        placeholder={words.field('path')}
        maxLength={500}
        value={address.path}
        onChange={(event) => onWrite({ path: event.target.value.trim() })}
      />
      <Select
        aria-label={label('zone')}
        value={address.zone}
        options={zones.map((one) => ({ value: one, label: t(`overview.zone.${one}`) }))}
        onChange={(zone) => onWrite({ zone })}
      />
      {onRemove ? (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={t('address.remove', { n: place })}
          onClick={onRemove}
        />
      ) : (
        <span />
      )}
    </div>
  );
}
