import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { departmentList, departmentTree } from '../../common/department.contract.ts';
import {
  employeeAdd,
  employeeChange,
  employeeDetail,
  employeeDraft,
  employeeGet,
  employeeList,
  employeeUpdate,
  type EmployeeDetail,
} from '../../common/employee.contract.ts';
import { employee } from '../subjects.ts';
import { AssignmentsInput } from './assignments-input.tsx';

const Add = fieldsOf(employeeDraft);
const Edit = fieldsOf(employeeChange);
const touched = [employeeList, employeeGet, departmentTree, departmentList];

interface EmployeeFormProps {
  /** The person that is changed; without it a new one is made. */
  person?: EmployeeDetail;
  /** Department of a new person. */
  departmentId?: string;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

/** A new employee, or the fields of one; sensitive values that are masked stay as they are unless they are typed anew. */
export function EmployeeForm({ person, departmentId, onSaved, onClose }: EmployeeFormProps): ReactElement {
  if (person) {
    return (
      <DrawerForm
        endpoint={employeeUpdate}
        subject={employee}
        initial={valuesOf(person)}
        target={{ id: person.id, version: person.version }}
        valuesOf={(current) => valuesOf(employeeDetail.parse(current))}
        invalidates={touched}
        onSaved={({ id }) => onSaved?.(id)}
        onClose={onClose}
        width={760}
      >
        <Fields fields={Edit} />
      </DrawerForm>
    );
  }
  return (
    <DrawerForm
      endpoint={employeeAdd}
      subject={employee}
      initial={{
        assignments: [{ departmentId: departmentId ?? '', primary: true, title: null }],
        employmentType: 'regular',
        gender: 'unknown',
        sensitivity: 0,
      }}
      invalidates={touched}
      onSaved={({ id }) => onSaved?.(id)}
      onClose={onClose}
      width={760}
    >
      <Fields fields={Add} />
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

type FormFields = Omit<typeof Add, never>;

function Fields({ fields: F }: { fields: FormFields }): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      <F.name />
      <F.account />
      <F.assignments wide>
        <AssignmentsInput />
      </F.assignments>
      <F.employeeNo />
      <F.title />
      <h3>{t('people.section.contact')}</h3>
      <F.mobile as="phone" />
      <F.email />
      <F.workPhone />
      <F.personalEmail />
      <F.workplace />
      <h3>{t('people.section.work')}</h3>
      <F.managerId>
        <EmployeePicker />
      </F.managerId>
      <F.dottedManagerIds>
        <EmployeePicker multiple />
      </F.dottedManagerIds>
      <F.employmentType />
      <F.hireDate />
      <F.jobLevel />
      <F.costCentre />
      <F.ownerId help={t('people.ownerHelp')}>
        <EmployeePicker />
      </F.ownerId>
      <F.expiresAt as="time" />
      <h3>{t('people.section.person')}</h3>
      <F.nameEn />
      <F.alias />
      <F.nameReading help={t('people.readingHelp')} />
      <F.gender as="radio" />
      <F.birthday />
      <F.locale />
      <F.timeZone placeholder="Asia/Shanghai" />
      <F.sensitivity help={t('people.sensitivityHelp')} />
      <F.remark />
    </>
  );
}
