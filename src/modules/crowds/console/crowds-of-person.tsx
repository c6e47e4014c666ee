import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdExplain } from '../common/crowd-people.contract.ts';
import { crowdList, type CrowdRow } from '../common/crowd.contract.ts';
import { dynamicGroup } from '../common/crowd.permissions.ts';

/** Crowds of one person that are shown. */
const mostCrowds = 100;

/** The crowds of one person, each with its reason on request. */
export function CrowdsOfPerson({ id }: { id: string }): ReactElement {
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
