import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import '../people.css';

/** Between the departments of a path. */
const pathBreak = ' / ';

/** Where somebody is and was: assignments of now, the primary one first, and those that ended. */
export function EmployeePlaces({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const at = (time: number): string => timeText(time, language);
  return (
    <div className="uc-history">
      <section>
        <h3>{t('people.places.now')}</h3>
        <ul>
          {person.departments.map(({ departmentId, fullName, primary, title, manager, since }) => (
            <li key={departmentId}>
              <strong>{fullName.split(pathBreak).at(-1)}</strong>
              {fullName.includes(pathBreak) && <small className="uc-soft">{fullName}</small>}
              <span>
                {title !== null && `${title} · `}
                {t('people.places.since', { time: at(since) })} {primary && <Tag color="blue">{t('employee.field.primary')}</Tag>}
                {manager && <Tag color="gold">{t('employee.field.leads')}</Tag>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('people.places.before')}</h3>
        {person.pastDepartments.length === 0 && <p className="uc-soft">{t('people.places.none')}</p>}
        <ul>
          {person.pastDepartments.map(({ departmentId, name, primary, title, from, to }) => (
            <li key={`${departmentId} ${to} ${from}`}>
              <strong>{name || t('people.places.gone')}</strong>
              <span>
                {title !== null && `${title} · `}
                {t('people.places.span', { from: at(from), to: at(to) })} {primary && <Tag>{t('employee.field.primary')}</Tag>}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
