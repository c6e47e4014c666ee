import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { dayText } from '#kit/console/table/formats.ts';
import type { MaskableField } from '../../common/employee-fields.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import { ExtraFacts } from '../extra/extra-facts.tsx';
import { extraText } from '../extra/extra-text.ts';
import { FieldOwner } from './field-owner.tsx';
import { PersonPicture } from './person-picture.tsx';
import { Unmask } from './unmask.tsx';

const work: readonly Fact<EmployeeDetail>[] = [
  { name: 'departments', show: ({ departments }) => <Places of={departments} /> },
  { name: 'title' },
  { name: 'employeeNo', as: 'code' },
  { name: 'effectiveManager' },
  { name: 'dottedManagers' },
  { name: 'employmentType', as: 'enum' },
  { name: 'hireDate', as: 'day' },
  { name: 'lastWorkday', as: 'day' },
  { name: 'leftAt', as: 'time' },
  { name: 'quarantineEndsAt', as: 'time' },
  { name: 'jobLevel' },
  { name: 'workplace' },
  { name: 'costCentre' },
  { name: 'owner' },
  { name: 'expiresAt', as: 'time' },
];
const contact: readonly Fact<EmployeeDetail>[] = [
  { name: 'mobile', show: (person) => <Maskable person={person} field="mobile" /> },
  { name: 'email' },
  { name: 'workPhone', show: (person) => <Maskable person={person} field="workPhone" /> },
  { name: 'personalEmail', show: (person) => <Maskable person={person} field="personalEmail" /> },
];
const personal: readonly Fact<EmployeeDetail>[] = [
  { name: 'nameEn' },
  { name: 'alias' },
  { name: 'nameReading' },
  { name: 'gender', as: 'enum' },
  { name: 'birthday', show: (person) => <Maskable person={person} field="birthday" /> },
  { name: 'locale', as: 'enum' },
  { name: 'timeZone' },
  { name: 'sensitivity' },
  { name: 'remark' },
  { name: 'createdAt', as: 'time' },
  { name: 'lastSignInAt', as: 'time' },
  { name: 'updatedAt', as: 'time' },
  { name: 'deletedAt', as: 'time' },
];

/** Everything there is about a person, sensitive values masked. */
export function EmployeeFacts({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const note = (name: string): ReactElement => <FieldOwner person={person} name={name} />;
  return (
    <>
      <PersonPicture person={person} />
      <Facts row={person} facts={work} title={t('people.section.work')} note={note} />
      <Facts row={person} facts={contact} title={t('people.section.contact')} note={note} />
      <Facts row={person} facts={personal} title={t('people.section.person')} note={note} />
      <ExtraFacts
        target="employee"
        texts={person.extraTexts}
        note={note}
        sensitive={(field, masked) => (
          <Unmask
            id={person.id}
            field={`extra.${field.code}`}
            label={field.name}
            masked={masked}
            written={(value) => extraText(field, value, language)}
          />
        )}
      />
    </>
  );
}

/** A value that may be masked. */
function Maskable({ person, field }: { person: EmployeeDetail; field: MaskableField }): ReactElement {
  const [language] = useLanguage();
  const written = (value: string): string => (field === 'birthday' ? dayText(value, language) : value);
  if (!person.maskedFields.includes(field)) return <>{written(person[field] ?? '')}</>;
  return <Unmask id={person.id} field={field} masked={person[field]} written={written} />;
}

/** The departments with their whole path, the primary one first. */
function Places({ of }: { of: EmployeeDetail['departments'] }): ReactElement {
  const t = useT('user-centre');
  return (
    <ul className="uc-places">
      {of.map(({ departmentId, fullName, primary, title, manager }) => (
        <li key={departmentId}>
          {fullName}
          {title !== null && ` · ${title}`} {primary && of.length > 1 && <Tag color="blue">{t('employee.field.primary')}</Tag>}
          {manager && <Tag color="gold">{t('employee.field.leads')}</Tag>}
        </li>
      ))}
    </ul>
  );
}
