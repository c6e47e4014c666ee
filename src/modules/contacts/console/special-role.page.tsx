import type { ReactElement } from 'react';
import { RoleMembers } from '#kit/console/roles/role-members.tsx';

/** Who is an exception to the chosen special user rule. */
export default function SpecialRolePage(): ReactElement {
  return <RoleMembers />;
}
