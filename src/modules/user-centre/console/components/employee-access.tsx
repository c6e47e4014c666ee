import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { crowdExplain } from '../../common/crowd/crowd-people.contract.ts';
import { crowdList, type CrowdRow } from '../../common/crowd/crowd.contract.ts';
import { dynamicGroup } from '../../common/crowd/crowd.permissions.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import './people.css';

const Roles = later('person-roles', async () => (await import('./person-roles.tsx')).personRoles(), <WaitingForm lines={3} />);

/** Codes of which one opens the tab. */
export const accessCodes = (): string[] => [...explainCodes(), dynamicGroup.code];

/** Code of who is told why a person may do something, where a module tells it. */
function explainCodes(): string[] {
  const { roles } = personParts();
  return roles ? [roles.explain] : [];
}

/** Crowds of one person that are shown. */
const mostCrowds = 100;

/** What somebody may do and where it comes from: roles with the chain that gives them, and crowds with their reason. */
export function EmployeeAccess({ person }: { person: EmployeeDetail }): ReactElement {
  const can = useCan();
  return (
    <div className="uc-history">
      {explainCodes().some(can) && <Roles id={person.id} />}
      {can(dynamicGroup.code) && <Crowds id={person.id} />}
    </div>
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
