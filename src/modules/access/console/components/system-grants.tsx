import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { apiInterface } from '../../common/interface.contract.ts';
import { accessSystem, grantDelete, grantList, grantSave } from '../../common/system.contract.ts';
import { grantSubject } from '../subjects.ts';
import './access.css';

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
                  <ActionButton
                    endpoint={grantDelete}
                    input={{ ids: [grant.id] }}
                    names={[grant.targetName]}
                    confirm="ask"
                    size="small"
                    danger
                    invalidates={[grantList, accessSystem.list]}
                  >
                    {t('grants.remove')}
                  </ActionButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {read.data && rows.length === 0 && <p className="acc-soft">{t('grants.empty')}</p>}
      {granted && <Button onClick={() => setAdding(true)}>{name}</Button>}
      {adding && (
        <SubjectContext value={grantSubject}>
          <FormDialog
            endpoint={grantSave}
            initial={{ targetIds: [], rate: null, until: null, reason: '' }}
            input={(values) => ({
              granteeKind: 'system' as const,
              granteeId: systemId,
              targetKind: 'interface' as const,
              targetIds: values['targetIds'] as string[],
              rate: (values['rate'] as number | null) ?? null,
              until: (values['until'] as number | null) ?? null,
              reason: String(values['reason'] ?? ''),
            })}
            invalidates={[grantList, accessSystem.list]}
            onClose={() => setAdding(false)}
          >
            <F.targetIds>
              <InterfacesSelect />
            </F.targetIds>
            <F.rate />
            <F.until as="time" />
            <F.reason as="area" />
          </FormDialog>
        </SubjectContext>
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
