import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { sysApi, sysApiGrant, sysApiGrants, sysApiRevoke, sysApiTest } from '../common/open-api.contract.ts';
import { Trial } from './trial.tsx';

/** Which systems may call a function, and whom it touches for each. */
export function Grants({ id, ranged, path }: { id: string; ranged: boolean; path: string }): ReactElement {
  const t = useT('open-api');
  const may = useMay();
  const { data } = useRead(sysApiGrants, { id });
  const detail = useRead(sysApi.get, { id });
  return (
    <>
      <p>{detail.data?.summary}</p>
      <p>
        <code>{path}</code>
      </p>
      {detail.data && detail.data.input.length > 0 && <Parameters input={detail.data.input} />}
      <h3>{t('grants.title')}</h3>
      {data && data.list.length > 0 && (
        <table className="woa-grants whk-stacked">
          <thead>
            <tr>
              <th scope="col">{t('grants.system')}</th>
              <th scope="col">{t('grants.range')}</th>
              <th scope="col">{t('plan.action')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((grant) => (
              <tr key={grant.id}>
                <th scope="row" data-label={t('grants.system')}>
                  {grant.systemName}
                </th>
                <td data-label={t('grants.range')}>
                  {grant.departments === null ? t('grants.everybody') : grant.departments.map(({ name }) => name).join(', ')}
                </td>
                <td>
                  <ActionButton
                    endpoint={sysApiRevoke}
                    names={[grant.systemName]}
                    input={{ id, systemIds: [grant.systemId] }}
                    invalidates={[sysApiGrants, sysApi.list]}
                  >
                    {t('grants.revoke')}
                  </ActionButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.list.length === 0 && <p>{t('grants.none')}</p>}
      {data && may(sysApiGrant) && <NewGrant id={id} ranged={ranged} systems={data.systems} />}
      {data && may(sysApiTest) && (
        <Trial id={id} systems={data.list.map(({ systemId, systemName }) => ({ id: systemId, name: systemName }))} />
      )}
    </>
  );
}

/** What a function takes. */
function Parameters({ input }: { input: Reply<typeof sysApi.get>['input'] }): ReactElement {
  const t = useT('open-api');
  return (
    <table className="woa-grants whk-stacked">
      <thead>
        <tr>
          <th scope="col">{t('given.name')}</th>
          <th scope="col">{t('given.type')}</th>
          <th scope="col">{t('given.about')}</th>
        </tr>
      </thead>
      <tbody>
        {input.map(({ name, type, required, about }) => (
          <tr key={name}>
            <th scope="row" data-label={t('given.name')}>
              <code>{name}</code>
              {required && ` ${t('given.required')}`}
            </th>
            <td data-label={t('given.type')}>{type}</td>
            <td data-label={t('given.about')}>{about}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NewGrantProps {
  id: string;
  ranged: boolean;
  systems: readonly { id: string; name: string }[];
}

function NewGrant({ id, ranged, systems }: NewGrantProps): ReactElement {
  const t = useT('open-api');
  const [systemId, setSystem] = useState<string>();
  const [departmentIds, setDepartments] = useState<string[]>([]);
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (systemId === undefined) return;
    setSaving(true);
    try {
      await call(sysApiGrant, { id, systemId, departmentIds: departmentIds.length === 0 ? null : departmentIds });
      await invalidate(sysApiGrants, sysApi.list);
      setSystem(undefined);
      setDepartments([]);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="woa-new">
      <Select
        aria-label={t('grants.system')}
        placeholder={t('grants.choose')}
        value={systemId ?? null}
        options={systems.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(next: string) => setSystem(next)}
      />
      {ranged && (
        <label>
          {t('grants.rangeHelp')}
          <DepartmentPicker
            multiple
            value={departmentIds}
            onChange={(next: unknown) => setDepartments(Array.isArray(next) ? next.map(String) : [])}
          />
        </label>
      )}
      <OffButton type="primary" off={systemId === undefined && 'choice'} loading={saving} onClick={() => void save()}>
        {t('grants.save')}
      </OffButton>
    </div>
  );
}
