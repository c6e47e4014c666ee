import type { ReactElement } from 'react';
import { RoleMembersOf } from './role-members.tsx';

/** The departments that hold the chosen role, where each kind of member has a page of its own. */
export default function DepartmentMembersPage(): ReactElement {
  return <RoleMembersOf kind="department" />;
}
