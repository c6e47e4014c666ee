import type { ReactElement } from 'react';
import { RoleMembersOf } from '#kit/console/roles/role-members.tsx';

/** Departments that the chosen file rule holds. */
export default function RelateDepartmentPage(): ReactElement {
  return <RoleMembersOf kind="department" />;
}
