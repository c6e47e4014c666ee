import type { ReactElement } from 'react';
import { MdmMembers } from './components/role-members.tsx';

/** Departments that hold the chosen device role. */
export default function RelateDeptPage(): ReactElement {
  return <MdmMembers kind="department" />;
}
