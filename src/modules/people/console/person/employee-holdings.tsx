import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import { employeeHoldings } from '../../common/life/life.contract.ts';
import { Holding } from '../life/choices-input.tsx';
import '../life/life.css';
import '../people.css';

/** Everything that somebody holds in all modules, and what may become of it when they leave. */
export function EmployeeHoldings({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { data, error, isPending, refetch } = useRead(employeeHoldings, { id: person.id });
  if (isPending) return <WaitingForm lines={4} />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data.holdings.length === 0) return <p className="uc-soft">{t('people.holdings.none')}</p>;
  const list = new Intl.ListFormat(language.replace('_', '-'), { type: 'disjunction' });
  return (
    <>
      <p className="uc-soft">{t('people.holdings.help')}</p>
      <ul className="ul-holdings">
        {data.holdings.map((row) => (
          <li key={row.kind}>
            <Holding row={row} />
            <small className="uc-soft">
              {t('people.holdings.choices', { choices: list.format(row.choices.map((choice) => t(`life.choice.${choice}`))) })}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
