import type { ReactElement } from 'react';
import { RoleMembersOf } from './role-members.tsx';

/** The dynamic groups that hold the chosen role, where each kind of member has a page of its own. */
export default function CrowdMembersPage(): ReactElement {
  return <RoleMembersOf kind="crowd" />;
}
