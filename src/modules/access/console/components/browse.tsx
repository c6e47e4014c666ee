import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNavigate } from 'react-router';
import { interfaceAdd } from '../../common/interface.contract.ts';
import { interfacePage } from '../../common/permissions.ts';
import { databaseBrowse } from '../../common/test.contract.ts';
import './access.css';
import { selectOf } from './first-definition.ts';
import { AddInterface } from './interface-add.tsx';

/** What is in a database: schemas, tables, columns; asked step by step. */
export function Browse({ id, kind }: { id: string; kind: string }): ReactElement | null {
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
              <td className="acc-soft">{row.kind === 'table' || row.kind === 'view' ? t(`browse.${row.kind}`) : row.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {read.data?.list.length === 0 && <p className="acc-soft">{t('browse.empty')}</p>}
      {place.schema !== undefined && place.table !== undefined && (
        <MakeInterface
          id={id}
          isPostgres={kind === 'postgresql'}
          table={[place.schema, place.table]}
          columns={(read.data?.list ?? []).map((row) => row.name)}
        />
      )}
    </section>
  );
}

interface MakeInterfaceProps {
  id: string;
  isPostgres: boolean;
  table: readonly [schema: string, table: string];
  columns: readonly string[];
}

/** Makes a draft that reads the columns that are seen, page by page. */
function MakeInterface({ id, isPostgres, table, columns }: MakeInterfaceProps): ReactElement | null {
  const t = useT('access');
  const { granted } = useActionName(interfaceAdd.database);
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  if (!granted || columns.length === 0) return null;
  return (
    <>
      <Button className="acc-make" onClick={() => setMaking(true)}>
        {t('browse.make')}
      </Button>
      {making && (
        <AddInterface
          of={{ kind: 'database', connectionId: id, name: table[1], sql: selectOf(table, columns, isPostgres) }}
          onSaved={(made) => void navigate(`${interfacePage.route}?id=${made}`)}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
