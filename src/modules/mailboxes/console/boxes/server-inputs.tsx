import { Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { MailEndpoint, MailServerFields } from '../../common/boxes/server.contract.ts';
import { securities, specialFolders } from '../../common/boxes/words.ts';
import { Part, type PartsOf } from './part.tsx';

/** A port that goes with a kind of protection, of the way in and of the way out. */
const ports = { tls: { in: 993, out: 465 }, startTls: { in: 143, out: 587 }, plain: { in: 143, out: 25 } } as const;
const usualPorts = new Set<number>(Object.values(ports).flatMap((both) => Object.values(both)));

/** A machine and how it is spoken to. */
export function EndpointInput({ value, onChange, id, way }: PartsOf<Partial<MailEndpoint>> & { way: 'in' | 'out' }): ReactElement {
  const t = useT('mailboxes');
  const kit = useT('kit');
  const now: MailEndpoint = { host: '', port: ports.tls[way], security: 'tls', ca: null, certName: null, ...value };
  const set = (part: Partial<MailEndpoint>): void => onChange?.({ ...now, ...part });
  return (
    <div className="mail-parts" id={id}>
      <Part label={kit('field.host')}>
        {(part) => <Input id={part} maxLength={253} value={now.host} onChange={({ target }) => set({ host: target.value })} />}
      </Part>
      <Part label={t('endpoint.security')}>
        {(part) => (
          <Select
            id={part}
            value={now.security}
            options={securities.map((one) => ({ value: one, label: t(`endpoint.security.${one}`) }))}
            // A port of one's own stays.
            onChange={(security) => set({ security, ...(usualPorts.has(now.port) && { port: ports[security][way] }) })}
          />
        )}
      </Part>
      <Part label={kit('field.port')}>
        {(part) => (
          <InputNumber<number>
            id={part}
            min={1}
            max={65_535}
            precision={0}
            value={now.port}
            onChange={(port) => set({ port: port ?? ports.tls[way] })}
          />
        )}
      </Part>
      <Part label={t('endpoint.certName')}>
        {(part) => (
          <Input
            id={part}
            maxLength={253}
            placeholder={now.host}
            value={now.certName ?? ''}
            onChange={({ target }) => set({ certName: target.value.trim() || null })}
          />
        )}
      </Part>
      <Part label={t('endpoint.ca')} wide>
        {(part) => (
          <Input.TextArea
            id={part}
            rows={2}
            placeholder="-----BEGIN CERTIFICATE-----"
            value={now.ca ?? ''}
            onChange={({ target }) => set({ ca: target.value.trim() || null })}
          />
        )}
      </Part>
    </div>
  );
}

type Limits = MailServerFields['limits'];

const limits = [
  ['messageSize', 1, 100],
  ['perAccount', 1, 5],
  ['connections', 10, 20_000],
  ['syncDays', 0, 365],
  ['sendPerHour', 0, 10_000],
] as const;
const usualLimits: Limits = { messageSize: 25, perAccount: 2, connections: 2000, syncDays: 30, sendPerHour: 200 };

/** Limits of a server. */
export function LimitsInput({ value = usualLimits, onChange, id }: PartsOf<Limits>): ReactElement {
  const t = useT('mailboxes');
  return (
    <div className="mail-parts" id={id}>
      {limits.map(([name, min, max]) => (
        <Part key={name} label={t(`limit.${name}`)}>
          {(part) => (
            <InputNumber<number>
              id={part}
              min={min}
              max={max}
              precision={0}
              value={value[name]}
              onChange={(next) => onChange?.({ ...value, [name]: next ?? min })}
            />
          )}
        </Part>
      ))}
    </div>
  );
}

type Folders = MailServerFields['folders'];
const noFolders: Folders = { sent: null, drafts: null, trash: null, junk: null, archive: null };

/** Names of folders with a special use; empty ones are found. */
export function FoldersInput({ value = noFolders, onChange, id }: PartsOf<Folders>): ReactElement {
  const t = useT('mailboxes');
  return (
    <div className="mail-parts" id={id}>
      {specialFolders.map((name) => (
        <Part key={name} label={t(`folder.${name}`)}>
          {(part) => (
            <Input
              id={part}
              maxLength={200}
              placeholder={t('folder.found')}
              value={value[name] ?? ''}
              onChange={({ target }) => onChange?.({ ...value, [name]: target.value.trim() || null })}
            />
          )}
        </Part>
      ))}
    </div>
  );
}
