import { Select } from 'antd';
import { useEffect, useEffectEvent, useMemo, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { useStillHere } from '#kit/console/routes/use-still-here.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { companyRobotService, robotService } from '../../common/permissions.ts';
import { robotCompanies } from '../../common/setting/setting.contract.ts';
import { RobotPlaceContext } from './robot-place.ts';
import './robots.css';

const nameOf = (code: string): string => code.replaceAll('_', '-');
const site = { frame: robotService, companyDeptId: undefined };

/** All robots and assistants in the administrator's range. */
export function SiteFrame(): ReactElement {
  const t = useT('robots');
  const { code } = robotService.frame;
  return (
    <RobotPlaceContext value={site}>
      <PageHeader title={useCodeName(code)} help={t('frame.help')} />
      <NestedTabs page={nameOf(code)} />
    </RobotPlaceContext>
  );
}

/** The robots and assistants of one company, which is chosen in the header and stands in the address. */
export function CompanyFrame(): ReactElement {
  const t = useT('robots');
  const { code } = companyRobotService.frame;
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useRead(robotCompanies, {});
  const companies = data?.list ?? [];
  const wanted = search.get('companyDeptId');
  const chosen = companies.find(({ id }) => id === wanted)?.id;
  const choose = (id: string, replace = false): void => setSearch({ companyDeptId: id }, { replace });
  const isHere = useStillHere();
  const chooseFirst = useEffectEvent((id: string) => {
    if (isHere()) setSearch((before) => new URLSearchParams([...before, ['companyDeptId', id]].filter(distinct(id))), { replace: true });
  });
  const first = companies[0]?.id;
  useEffect(() => {
    if (first !== undefined && chosen === undefined) chooseFirst(first);
  }, [first, chosen]);
  const place = useMemo(() => ({ frame: companyRobotService, companyDeptId: chosen }), [chosen]);
  return (
    <RobotPlaceContext value={place}>
      <PageHeader
        title={useCodeName(code)}
        help={t('frame.companyHelp')}
        actions={
          companies.length > 0 && (
            <Select
              className="rb-company"
              aria-label={t('frame.company')}
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen}
              options={companies.map(({ id, name, fullName }) => ({ value: id, label: name, title: fullName }))}
              onChange={(id: string) => choose(id)}
            />
          )
        }
      />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={4} />}
      {data && companies.length === 0 && <EmptyState title={t('frame.noCompany')} hint={t('frame.noCompanyHint')} />}
      {chosen !== undefined && <NestedTabs key={chosen} page={nameOf(code)} keep={['companyDeptId']} />}
    </RobotPlaceContext>
  );
}

/** One company stands in the address, whatever stood there before. */
const distinct =
  (id: string) =>
  ([name, value]: string[]): boolean =>
    name !== 'companyDeptId' || value === id;
