import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { apiInterface } from '../../common/interface.contract.ts';
import { grantList, grantSave } from '../../common/system.contract.ts';
import './access.css';
import { GrantDialog, RemoveGrant } from './grant-parts.tsx';

const F = fieldsOf(grantSave.input);

/** What a system may call. */
export function SystemGrants({ systemId }: { systemId: string }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const read = useRead(grantList, { granteeKind: 'system', granteeId: systemId });
  const rows = read.data?.list ?? [];
  const { granted, name } = useActionName(grantSave);
  const [adding, setAdding] = useState(false);
  return (
    <section className="acc-section">
      <h3>{t('grants.title')}</h3>
      {rows.length > 0 && (
        <table className="acc-keys whk-stacked">
          <tbody>
            {rows.map((grant) => (
              <tr key={grant.id}>
                <td data-label={t('grants.target')}>
                  {grant.targetName} <span className="acc-soft">{t(`grants.kind.${grant.targetKind}`)}</span>
                </td>
                <td data-label={t('grants.limit')}>{grant.rate === null ? t('grants.noLimit') : t('grants.rate', { rate: grant.rate })}</td>
                <td data-label={t('grants.until')}>{grant.until === null ? t('keys.noEnd') : timeText(grant.until, language)}</td>
                <td>
                  <RemoveGrant id={grant.id} name={grant.targetName} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {read.data && rows.length === 0 && <p className="acc-soft">{t('grants.empty')}</p>}
      {granted && <Button onClick={() => setAdding(true)}>{name}</Button>}
      {adding && (
        <GrantDialog
          initial={{ targetIds: [] }}
          parties={(values) => ({ granteeKind: 'system', granteeId: systemId, targetIds: values['targetIds'] as string[] })}
          onClose={() => setAdding(false)}
        >
          <F.targetIds>
            <InterfacesSelect />
          </F.targetIds>
        </GrantDialog>
      )}
    </section>
  );
}

function InterfacesSelect({
  id,
  value = [],
  onChange,
}: {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
}): ReactElement {
  const read = useRead(apiInterface.list, { pageNum: 1, pageSize: 1000, sort: 'name' });
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={read.data?.list.map((row) => ({ value: row.id, label: `${row.name} (${row.path})` })) ?? []}
      onChange={(chosen: string[]) => onChange?.(chosen)}
    />
  );
}
