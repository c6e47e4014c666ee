import type { ReactElement } from 'react';
import { RoleMembersOf } from './role-members.tsx';

/** The people that hold the chosen role, where each kind of member has a page of its own. */
export default function EmployeeMembersPage(): ReactElement {
  return <RoleMembersOf kind="employee" />;
}
