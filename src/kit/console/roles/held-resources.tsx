import { WarningOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useDeferredValue, useState, type ReactElement } from 'react';
import '../form/form.css';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { ChainList } from './chain-list.tsx';
import { useRoleArea } from './role-area.ts';

const most = 200;

/** All that somebody holds now: the ways to it, then the pages and buttons with the roles that give each. */
export function HeldResources({ empId }: { empId: string }): ReactElement {
  const t = useT('kit');
  const { rights } = useRoleArea();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { data, error, refetch } = useRead(rights.whoCan, { empId, pageSize: most, ...(wanted && { text: wanted }) });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const [person] = data?.list ?? [];
  if (!data || !person) return <WaitingForm lines={4} />;
  const names = new Map(person.chains.map(({ roleId, roleName }) => [roleId, roleName]));
  return (
    <div className="whk-held">
      <ChainList chains={person.chains} label={t('role.explainPaths')} />
      <p role="status">{t('role.holds', { name: person.name, count: data.total })}</p>
      <Input
        allowClear
        aria-label={t('role.holdsSearch')}
        placeholder={t('role.holdsSearch')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {data.resources.length === 0 ? (
        <EmptyState />
      ) : (
        <div className="whk-held-table">
          <table className="whk-versions whk-stacked">
            <thead>
              <tr>
                <th scope="col">{t('role.holdsName')}</th>
                <th scope="col">{t('role.holdsCode')}</th>
                <th scope="col">{t('member.field.roles')}</th>
              </tr>
            </thead>
            <tbody>
              {data.resources.map(({ code, name, dangerous, roles }) => (
                <tr key={code}>
                  <th scope="row">
                    {name} {dangerous && <WarningOutlined aria-label={t('role.dangerous')} />}
                  </th>
                  <td data-label={t('role.holdsCode')}>
                    <code>{code}</code>
                  </td>
                  <td data-label={t('member.field.roles')}>{roles.map((id) => names.get(id) ?? '').join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.total > data.resources.length && <p>{t('role.holdsFirst', { count: data.resources.length })}</p>}
    </div>
  );
}
