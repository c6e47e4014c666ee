import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { dubboBrowse, sapBrowse } from '../../common/test.contract.ts';
import { sapInterfaces } from '../../common/draft-source.contract.ts';
import './access.css';
import { MakeInterfaces } from './make-interfaces.tsx';

/** What a SAP system or a Dubbo registry offers, by name. */
export function NamesBrowse({ id, kind }: { id: string; kind: 'sap' | 'dubbo' }): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(kind === 'sap' ? sapBrowse : dubboBrowse);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const given = { id, ...(text !== '' && { text }) };
  const saps = useRead(sapBrowse, given, { enabled: granted && open && kind === 'sap' });
  const dubbos = useRead(dubboBrowse, given, { enabled: granted && open && kind === 'dubbo' });
  if (!granted) return null;
  if (!open) return <Button onClick={() => setOpen(true)}>{name}</Button>;
  const error = saps.error ?? dubbos.error;
  const rows =
    saps.data?.list.map((row) => ({
      key: row.name,
      name: row.name,
      detail: [row.detail, row.keys.join(', '), row.fields.map((field) => field.name).join(', ')].filter(Boolean).join(' · '),
    })) ??
    dubbos.data?.list.map((row) => ({
      key: `${row.service} ${row.address} ${row.version} ${row.group}`,
      name: row.service,
      detail: [row.address, row.version, row.group, row.methods.join(', ')].filter(Boolean).join(' · '),
    }));
  return (
    <section className="acc-section">
      <h3>{t('browse.title')}</h3>
      <Input
        aria-label={t('browse.filter')}
        placeholder={t('browse.filter')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && (
        <p role="alert" className="acc-wrong">
          {error.message}
        </p>
      )}
      <table className="acc-keys">
        <tbody>
          {rows?.map((row) => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td className="acc-soft">{row.detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {kind === 'sap' && saps.data && <MakeInterfaces endpoint={sapInterfaces} id={id} names={saps.data.list.map((row) => row.name)} />}
      {rows?.length === 0 && <p className="acc-soft">{t('browse.empty')}</p>}
    </section>
  );
}
