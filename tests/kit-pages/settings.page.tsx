import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPage } from '#kit/console/page/settings-page.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { department } from '../../src/modules/people/console/subjects.ts';
import { departmentChange, departmentGet, departmentUpdate } from '../../src/modules/people/common/department.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';

const F = fieldsOf(departmentChange);

/** The company itself as a page of settings. */
export default function CompanyPage(): ReactElement {
  return (
    <SettingsPage
      page={userManagement}
      subject={department}
      get={departmentGet}
      update={departmentUpdate}
      target={{ id: rootDepartmentId }}
      valuesOf={({ managers, deputies: _, ...rest }) => ({ ...rest, managerIds: managers.map(({ id }) => id) })}
    >
      <SettingsGroup title="Company" hint="What the company is called everywhere.">
        <F.name as="local" />
        <F.code />
        <F.costCentre />
      </SettingsGroup>
      <SettingsGroup title="Contact" hint="Shown to employees.">
        <F.phone />
        <F.email />
        <F.address wide />
        <F.managerIds wide>
          <EmployeePicker multiple />
        </F.managerIds>
      </SettingsGroup>
      <SettingsGroup title="More">
        <F.description />
      </SettingsGroup>
    </SettingsPage>
  );
}
