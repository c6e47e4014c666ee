import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ChainList } from '#kit/console/roles/chain-list.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { authentication } from '#modules/system/common/permissions.ts';
import { rights } from '#modules/system/common/role.contract.ts';
import { crowdExplain } from '../../common/crowd/crowd-people.contract.ts';
import { crowdList, type CrowdRow } from '../../common/crowd/crowd.contract.ts';
import { dynamicGroup } from '../../common/crowd/crowd.permissions.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import './people.css';

/** Codes of which one opens the tab. */
export const accessCodes = [authentication.button.explain, dynamicGroup.code] as const;

/** Crowds of one person that are shown. */
const mostCrowds = 100;

/** What somebody may do and where it comes from: roles with the chain that gives them, and crowds with their reason. */
export function EmployeeAccess({ person }: { person: EmployeeDetail }): ReactElement {
  const can = useCan();
  return (
    <div className="uc-history">
      {can(authentication.button.explain) && <Roles id={person.id} />}
      {can(dynamicGroup.code) && <Crowds id={person.id} />}
    </div>
  );
}

function Roles({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { data, error, isPending, refetch } = useRead(rights.whoCan, { empId: id, pageSize: 1 });
  const [holder] = data?.list ?? [];
  return (
    <section>
      <h3>{t('people.access.roles')}</h3>
      {isPending && <WaitingForm lines={3} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (!holder || holder.chains.length === 0) && <p className="uc-soft">{t('people.access.noRoles')}</p>}
      {data && holder && holder.chains.length > 0 && (
        <>
          <ChainList chains={holder.chains} label={t('people.access.roles')} />
          <p className="uc-soft">{t('people.access.resources', { count: numberText(data.total, language) })}</p>
        </>
      )}
    </section>
  );
}

function Crowds({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const { data, error, isPending, refetch } = useRead(crowdList, { empId: id, pageSize: mostCrowds });
  return (
    <section>
      <h3>{t('people.access.crowds')}</h3>
      {isPending && <WaitingForm lines={3} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && <p className="uc-soft">{t('people.access.noCrowds')}</p>}
      <ul>
        {data?.list.map((row) => (
          <InCrowd key={row.id} row={row} empId={id} />
        ))}
      </ul>
    </section>
  );
}

function InCrowd({ row, empId }: { row: CrowdRow; empId: string }): ReactElement {
  const t = useT('user-centre');
  const [asked, setAsked] = useState(false);
  const { data } = useRead(crowdExplain, { crowdId: row.id, empId }, { enabled: asked });
  const why = `${dynamicGroup.route}?view=detail&id=${row.id}&tab=why&person=${empId}`;
  return (
    <li>
      <strong>
        <Link to={why}>{row.name}</Link>
      </strong>
      {!asked && (
        <Button type="link" size="small" onClick={() => setAsked(true)}>
          {t('people.access.why')}
        </Button>
      )}
      {data && <span role="status">{t(`crowd.why.by.${data.by}`)}</span>}
    </li>
  );
}
