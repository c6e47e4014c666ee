import { Form } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import {
  employeeAdd,
  employeeDraft,
  employeeGet,
  employeeUpdate,
  type EmployeeDetail,
  type EmployeeDraft,
} from '../../common/employee.contract.ts';
import type { MaskableField } from '../../common/employee-fields.ts';
import { ExtraFormFields, withChangedExtras } from '../extra/extra-form-fields.tsx';
import { employee } from '../subjects.ts';
import { AssignmentsInput } from './assignments-input.tsx';
import { useProposedAccount } from './use-proposed-account.ts';
import { useOwned } from './field-owner.tsx';
import { peopleReadings } from '../list/people-readings.ts';

// The draft's fields for both: what a new person needs may not be taken away later either.
const F = fieldsOf(employeeDraft);
const width = 760;

interface AddEmployeeProps {
  /** Department chosen in the tree: the first proposal. */
  departmentId: string | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A new employee. */
export function AddEmployee({ departmentId, onSaved, onClose }: AddEmployeeProps): ReactElement {
  return (
    <DrawerForm
      endpoint={employeeAdd}
      subject={employee}
      initial={{
        assignments: [{ departmentId, primary: true, title: null }],
        employmentType: 'regular',
        gender: 'unknown',
        sensitivity: 0,
      }}
      invalidates={peopleReadings}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
      width={width}
    >
      <ProposedAccount />
      <Fields />
      <ExtraFormFields target="employee" />
    </DrawerForm>
  );
}

/** Fills the account in as the name is typed. */
function ProposedAccount(): null {
  useProposedAccount();
  return null;
}

/** The fields of an employee, read again: nobody edits the row of an old list. */
export function EditEmployee({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null {
  const { data } = useRead(employeeGet, { id });
  const owned = useOwned(data);
  if (!data) return null;
  return (
    <DrawerForm
      endpoint={employeeUpdate}
      subject={employee}
      initial={valuesOf(data)}
      target={{ id, version: data.version }}
      input={(values) => withChangedExtras(values, data.extra) as Partial<EmployeeDraft> & { id: string; version: number }}
      invalidates={peopleReadings}
      onClose={onClose}
      width={width}
    >
      <Fields person={data} />
      <ExtraFormFields target="employee" stored={data.extra} owned={owned} />
    </DrawerForm>
  );
}

/** What the form holds of a person as the server answers it. */
function valuesOf(person: EmployeeDetail): Record<string, unknown> {
  return {
    ...person,
    managerId: person.manager?.id ?? null,
    ownerId: person.owner?.id ?? null,
    dottedManagerIds: person.dottedManagers.map(({ id }) => id),
    assignments: person.departments.map(({ departmentId, primary, title }) => ({ departmentId, primary, title })),
  };
}

/** `person` as read: what is masked is kept unless it is entered again. */
function Fields({ person }: { person?: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const type = Form.useWatch<unknown>('employmentType');
  const owned = useOwned(person);
  const kept = (field: MaskableField): string | null | undefined => (person?.maskedFields.includes(field) ? person[field] : undefined);
  return (
    <>
      <F.name {...owned('name')} />
      <F.account {...owned('account')} />
      <F.assignments wide {...owned('assignments')}>
        <AssignmentsInput />
      </F.assignments>
      <F.employeeNo {...owned('employeeNo')} />
      <F.title {...owned('title')} />
      <h3>{t('people.section.contact')}</h3>
      <F.mobile as="phone" kept={kept('mobile')} {...owned('mobile')} />
      <F.email {...owned('email')} />
      <F.workPhone kept={kept('workPhone')} {...owned('workPhone')} />
      <F.personalEmail kept={kept('personalEmail')} {...owned('personalEmail')} />
      <F.workplace {...owned('workplace')} />
      <h3>{t('people.section.work')}</h3>
      <F.managerId help={t('people.managerHelp')} {...owned('managerId')}>
        <EmployeePicker />
      </F.managerId>
      <F.dottedManagerIds {...owned('dottedManagerIds')}>
        <EmployeePicker multiple />
      </F.dottedManagerIds>
      <F.employmentType {...owned('employmentType')} />
      <F.hireDate {...owned('hireDate')} />
      <F.jobLevel {...owned('jobLevel')} />
      <F.costCentre {...owned('costCentre')} />
      {(type === 'shared' || type === 'service') && (
        <F.ownerId help={t('people.ownerHelp')} {...owned('ownerId')}>
          <EmployeePicker />
        </F.ownerId>
      )}
      <F.expiresAt as="time" help={t('people.expiresHelp')} {...owned('expiresAt')} />
      <h3>{t('people.section.person')}</h3>
      <F.nameEn {...owned('nameEn')} />
      <F.alias {...owned('alias')} />
      <F.nameReading help={t('people.readingHelp')} {...owned('nameReading')} />
      <F.gender as="radio" {...owned('gender')} />
      <F.birthday kept={kept('birthday')} {...owned('birthday')} />
      <F.locale {...owned('locale')} />
      <F.timeZone placeholder="Asia/Shanghai" {...owned('timeZone')} />
      <F.sensitivity help={t('people.sensitivityHelp')} {...owned('sensitivity')} />
      <F.remark {...owned('remark')} />
    </>
  );
}
