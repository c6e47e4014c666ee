import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { soap, type SoapRow } from '../../common/connection.contract.ts';
import { soapRefresh } from '../../common/test.contract.ts';
import { soapInterfaces } from '../../common/draft-source.contract.ts';
import './access.css';
import { MakeInterfaces } from './make-interfaces.tsx';

/** Operations of a service as its WSDL was read last, and reading it again. */
export function SoapOperations({ row }: { row: SoapRow }): ReactElement {
  const t = useT('access');
  const [read, setRead] = useState<Reply<typeof soapRefresh>>();
  const [shown, setShown] = useState('');
  const sample = read?.operations.find(({ name }) => name === shown)?.sample;
  return (
    <section className="acc-section">
      <h3>{t('soap.operations')}</h3>
      <ActionButton endpoint={soapRefresh} input={{ id: row.id }} names={[row.name]} invalidates={[soap.list, soap.get]} onDone={setRead} />
      <ul>
        {(read?.operations.map(({ name }) => name) ?? row.operations).map((name) => (
          <li key={name}>
            {read ? (
              <Button type="link" size="small" onClick={() => setShown(name)}>
                {name}
              </Button>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
      <MakeInterfaces endpoint={soapInterfaces} id={row.id} names={read?.operations.map(({ name }) => name) ?? row.operations} />
      {sample !== undefined && <pre className="acc-out">{sample}</pre>}
      {read && read.added.length + read.removed.length > 0 && (
        <p role="status">
          {t('soap.changed', {
            added: read.added.join(', ') || '—',
            removed: read.removed.join(', ') || '—',
            touched: read.touched.length,
          })}
        </p>
      )}
    </section>
  );
}
