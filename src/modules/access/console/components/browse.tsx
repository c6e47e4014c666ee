import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { databaseBrowse } from '../../common/test.contract.ts';
import './access.css';

/** What is in a database: schemas, tables, columns; asked step by step. */
export function Browse({ id }: { id: string }): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(databaseBrowse);
  const [place, setPlace] = useState<{ schema?: string; table?: string }>();
  const [text, setText] = useState('');
  const read = useRead(databaseBrowse, { id, ...place, ...(text !== '' && { text }) }, { enabled: granted && place !== undefined });
  if (!granted) return null;
  if (!place) return <Button onClick={() => setPlace({})}>{name}</Button>;
  const open = (row: { kind: string; name: string }): void => {
    setText('');
    if (row.kind === 'schema') setPlace({ schema: row.name });
    else if (row.kind !== 'column' && place.schema !== undefined) setPlace({ schema: place.schema, table: row.name });
  };
  return (
    <section className="acc-section">
      <h3>{[t('browse.title'), place.schema, place.table].filter(Boolean).join(' / ')}</h3>
      <div className="acc-head">
        <Input
          aria-label={t('browse.filter')}
          placeholder={t('browse.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {place.schema !== undefined && (
          <Button onClick={() => setPlace(place.table === undefined ? {} : { schema: place.schema! })}>{t('browse.back')}</Button>
        )}
      </div>
      {read.error && (
        <p role="alert" className="acc-wrong">
          {read.error.message}
        </p>
      )}
      <table className="acc-keys">
        <tbody>
          {read.data?.list.map((row) => (
            <tr key={row.name}>
              <td>
                {row.kind === 'column' ? (
                  row.name
                ) : (
                  <Button type="link" size="small" onClick={() => open(row)}>
                    {row.name}
                  </Button>
                )}
              </td>
              <td className="acc-soft">{row.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {read.data?.list.length === 0 && <p className="acc-soft">{t('browse.empty')}</p>}
    </section>
  );
}
