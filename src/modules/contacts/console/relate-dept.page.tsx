import type { ReactElement } from 'react';
import { ContactMembers } from './components/role-members.tsx';

/** Departments that hold the chosen contact role. */
export default function RelateDeptPage(): ReactElement {
  return <ContactMembers kind="department" />;
}
