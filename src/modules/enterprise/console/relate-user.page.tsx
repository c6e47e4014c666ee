import type { ReactElement } from 'react';
import { RoleMembersOf } from '#kit/console/roles/role-members.tsx';

/** People whom the chosen file rule holds. */
export default function RelateUserPage(): ReactElement {
  return <RoleMembersOf kind="employee" />;
}
